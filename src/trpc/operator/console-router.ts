import { router } from '../trpc';
import { operator } from './router';
import { session } from './session-procedures';

/**
 * The console's API: what operators do, and their session. It stands at an address of its own, so that their cookie reaches it
 * alone; no procedure of shoppers is here.
 */
export const consoleRouter = router({ operator, session });

export type ConsoleRouter = typeof consoleRouter;
