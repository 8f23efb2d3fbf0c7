import type { ReactNode } from 'react';
import type { Scenario } from '../protocol';
import type { Choice } from './use-choice';

interface Properties {
  readonly scenarios: readonly Scenario[];
  readonly scenario: Scenario;
  readonly seed: number;
  readonly onChoose: (choice: Partial<Choice>) => void;
  readonly pay: ReactNode;
}

export function ScenarioPicker({ scenarios, scenario, seed, onChoose, pay }: Properties) {
  const groups = [...new Set(scenarios.map(({ group }) => group))];
  const field = 'min-h-12 rounded-xl border-2 border-line-strong bg-surface px-3';
  return (
    <section className="grid gap-4 rounded-3xl border-2 border-line bg-surface p-5">
      <div className="flex flex-wrap items-end gap-4">
        <label className="grid min-w-0 flex-1 basis-64 gap-1 font-semibold">
          What goes wrong
          <select
            className={`${field} w-full`}
            value={scenario.id}
            onChange={({ target }) => onChoose({ scenario: target.value })}
          >
            {groups.map((group) => (
              <optgroup key={group} label={group}>
                {scenarios
                  .filter((candidate) => candidate.group === group)
                  .map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </label>
        <label className="grid gap-1 font-semibold">
          Seed
          <input
            className={`${field} w-24 tabular-nums`}
            inputMode="numeric"
            value={seed}
            onChange={({ target }) => onChoose({ seed: Number(target.value.replace(/\D/g, '').slice(0, 9)) })}
          />
        </label>
        {pay}
      </div>
      <p className="max-w-prose">{scenario.story}</p>
    </section>
  );
}
