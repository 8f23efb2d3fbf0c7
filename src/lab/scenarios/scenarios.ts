import { type Scenario, scenarioSchema } from '@/ui/lab/protocol';
import { dying } from './dying';
import { lost } from './lost';
import { messages } from './messages';
import { overload } from './overload';
import { pressing } from './pressing';
import { processor } from './processor';
import { scarce } from './scarce';
import type { ScenarioPlan } from './scenario';

/** Every scenario, in the order in which they are shown. */
export const scenarios: readonly ScenarioPlan[] = [
  ...pressing,
  ...lost,
  ...dying,
  ...processor,
  ...messages,
  ...scarce,
  ...overload,
];

/** What is told of a scenario. */
export function tell(plan: ScenarioPlan): Scenario {
  return scenarioSchema.parse(plan);
}
