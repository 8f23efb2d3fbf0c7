export { backoffMs } from './backoff';
export { attemptTimeoutMs, type Decision, decide, type Situation, shortestAttemptMs } from './decide';
export { classifyHttp, type Failure, type FailureKind, type HttpFailure } from './failure';
export { type Jitter, payButton, type RetryPolicy, read } from './policy';
export { readRetryAfter } from './retry-after';
