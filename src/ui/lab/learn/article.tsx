import { AmplificationSection } from './amplification/section';
import { ArithmeticSection } from './arithmetic/section';
import { AskingSection } from './asking/section';
import { BackOffSection } from './back-off/section';
import { BudgetSection } from './budget/section';
import { ClaimSection } from './claim/section';
import { Contents } from './contents';
import { CrashSection } from './crash/crash-section';
import { OneTransactionSection } from './crash/one-transaction-section';
import { FencingSection } from './fencing/section';
import { HopsSection } from './hops/section';
import { InDoubtSection } from './in-doubt/section';
import { InboxSection } from './inbox/section';
import { InsertFirstSection } from './insert-first/section';
import { LostAnswerSection } from './lost-answer/section';
import { QuestionsSection } from './questions/section';
import type { Times } from './times';
import { ToolsSection } from './tools/section';
import { KeySection } from './ways/key-section';
import { NaiveRetrySection } from './ways/naive-retry-section';

/** How a shop charges once, from a lost answer to the whole of it. */
export function Article({ times }: { readonly times: Times }) {
  return (
    <div className="grid gap-8 pt-4 lg:grid-cols-[15rem_minmax(0,46rem)] lg:justify-center lg:gap-14">
      <Contents />
      <article className="min-w-0 text-lg leading-relaxed [&_code]:rounded [&_code]:bg-sunken [&_code]:px-1 [&_code]:text-[0.9em]">
        <h1 className="text-4xl sm:text-6xl">How a shop charges once</h1>
        <p className="mt-5 max-w-[60ch] text-xl leading-snug text-muted">
          A payment goes out, and no answer comes back. Everything below follows from that. Each section has
          one idea and a figure to play with; the figures run the same modules as this shop.
        </p>
        <LostAnswerSection />
        <NaiveRetrySection />
        <KeySection {...times} />
        <ClaimSection />
        <InsertFirstSection />
        <CrashSection />
        <OneTransactionSection />
        <InDoubtSection {...times} />
        <FencingSection {...times} />
        <InboxSection />
        <AmplificationSection />
        <BackOffSection />
        <BudgetSection />
        <ToolsSection />
        <HopsSection {...times} />
        <AskingSection {...times} />
        <ArithmeticSection {...times} />
        <QuestionsSection />
      </article>
    </div>
  );
}
