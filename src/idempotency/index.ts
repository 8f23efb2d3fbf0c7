export { type ClaimId, writeLast } from './claims';
export type { Database, Row, Statement } from './database';
export type { How, Outcome } from './drive';
export { type Attempt, Engine } from './engine';
export { canonical } from './fingerprint';
export { type KeyHeader, maxKeyLength, readKeyHeader } from './key';
export { type Machinery, systemClock } from './machinery';
export {
  type Answer,
  answer,
  declareEffectOperation,
  declareLocalOperation,
  type EffectOperation,
  type EffectOutcome,
  type LastWrite,
  type LocalOperation,
  type Operation,
  type Purchase,
  type PurchaseName,
  Refusal,
  type Settled,
} from './operation';
