import { checkPooler } from '@/platform/database';
import { env } from '@/platform/env';
import { openFront } from '@/platform/front';
import { cutOffSlowClients } from '@/platform/slow-clients';
import { staticFiles } from '@/platform/static-files';
import { stopWhenTold } from '@/platform/stop-store';

// Settings that are missing or wrong stop the start with a sentence that names them.
try {
  const { endsByItself, isDevelopment } = env();
  if (endsByItself) stopWhenTold();
  // The development server holds its connections to pages open.
  if (!isDevelopment) cutOffSlowClients();
  await checkPooler();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// The development server has no files of a build.
openFront(env().isDevelopment ? undefined : staticFiles('.next/static'));
