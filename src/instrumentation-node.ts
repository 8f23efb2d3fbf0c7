import { env } from '@/platform/env';

// Settings that are missing or wrong stop the start with a sentence that names them.
try {
  env();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
