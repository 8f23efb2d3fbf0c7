import { env } from '@/platform/env';
import { openFront } from '@/platform/front';
import { stopWhenTold } from '@/platform/stop-store';

// Settings that are missing or wrong stop the start with a sentence that names them.
try {
  if (env().endsByItself) stopWhenTold();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
openFront();
