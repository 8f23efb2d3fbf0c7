import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { prisma } from '@/platform/database';
import { env } from '@/platform/env';
import { ShopError } from '@/platform/shop-error';
import { isConsoleToken } from '../operator-token';
import { procedure, router } from '../trpc';
import { recordAction } from './actions';
import { readOperatorSession, signInCookie, signOutCookie } from './session';

/** What a browser is told of its session. */
export type SessionView =
  /** The shop was started without a console token. */
  | { readonly state: 'no_operators' }
  | { readonly state: 'signed_out' }
  | { readonly state: 'signed_in'; readonly who: string; readonly until: string };

/** So many wrong tokens from one address in so many seconds; until they are over nobody signs in from there. */
const wrongTokens = new RateLimiterMemory({ points: 10, duration: 5 * 60 });

const signInInput = z.object({
  token: z.string().max(1_000),
  who: z
    .string()
    .trim()
    .min(1, 'Please say who you are.')
    .max(60, 'At most 60 characters.')
    .refine((name) => !/\p{Cc}/u.test(name) && name.isWellFormed(), 'Some characters cannot be used here.'),
});

/** An operator comes and goes: the only procedures of the console that anybody may call. */
export const session = router({
  get: procedure.query(async ({ ctx }): Promise<SessionView> => {
    if (env().consoleToken === undefined) return { state: 'no_operators' };
    const signedIn = await readOperatorSession(ctx.headers.get('cookie'));
    if (!signedIn) return { state: 'signed_out' };
    return { state: 'signed_in', who: signedIn.who, until: signedIn.until.toISOString() };
  }),

  signIn: procedure.input(signInInput).mutation(async ({ ctx, input: { token, who } }) => {
    if (env().consoleToken === undefined) {
      throw new ShopError(
        'unauthenticated',
        'This shop has no operators: it was started without CONSOLE_TOKEN.',
      );
    }
    await checkToken(token, ctx.address);
    await recordAction(prisma(), { who, action: 'sign_in', subject: 'console', detail: {}, outcome: 'done' });
    ctx.answerHeaders.append('Set-Cookie', await signInCookie(who, ctx.isSecure));
    return { who };
  }),

  signOut: procedure.mutation(({ ctx }) => {
    ctx.answerHeaders.append('Set-Cookie', signOutCookie(ctx.isSecure));
    return {};
  }),
});

/** Counts before it compares, so that a flood of guesses is counted whole. A right token takes its own count back. */
async function checkToken(token: string, address: string): Promise<void> {
  try {
    await wrongTokens.consume(address);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new ShopError('rate_limited', 'There were too many wrong tokens from here. Please wait a little.', {
      retryAfterMs: error.msBeforeNext,
    });
  }
  if (!isConsoleToken(token)) throw new ShopError('unauthenticated', "This is not the console's token.");
  await wrongTokens.reward(address);
}
