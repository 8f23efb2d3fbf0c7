import type { Mutant } from './mutant';
import { answers } from './protections/answers';
import { browser } from './protections/browser';
import { claims } from './protections/claims';
import { atTheDoor } from './protections/door';
import { facts } from './protections/facts';
import { guards } from './protections/guards';
import { overload } from './protections/overload';
import { processor } from './protections/processor';
import { stops } from './protections/stops';
import { stores } from './protections/stores';

/** Every protection of the shop that is known to be needed, each taken away by one mutant. */
export const mutants: readonly Mutant[] = [
  ...claims,
  ...answers,
  ...processor,
  ...facts,
  ...guards,
  ...stores,
  ...stops,
  ...atTheDoor,
  ...overload,
  ...browser,
];
