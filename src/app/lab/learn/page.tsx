import type { Metadata } from 'next';
import { env, processorKeyMemoryMs } from '@/platform/env';
import { Article } from '@/ui/lab/learn/article';

const title = 'How a shop charges once';
const description =
  'An answer that is lost, the retry that follows, and everything that keeps the two from becoming two charges. With figures to play with.';

export const metadata: Metadata = { title, description, openGraph: { title, description, type: 'article' } };

export default function Page() {
  const { leaseMs, giveUpAgeMs, retentionMs, processor } = env();
  return (
    <Article
      times={{ leaseMs, giveUpAgeMs, retentionMs, processorKeyMemoryMs, callTimeoutMs: processor.timeoutMs }}
    />
  );
}
