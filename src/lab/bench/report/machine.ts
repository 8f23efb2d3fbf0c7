import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

/** What a figure was taken on. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** Of the last minute, when the bench began: other programs' work is seen in every figure. */
  readonly load: number;
  readonly text: string;
}

let seen: Machine | undefined;

/** As it was when it was first looked at. */
export function machine(): Machine {
  seen ??= look();
  return seen;
}

function look(): Machine {
  const told = {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    load: loadavg()[0] ?? 0,
  };
  const { cores, processor, memoryGb, system, node, load } = told;
  return {
    ...told,
    text: `${cores} cores (${processor}), ${memoryGb} GB, ${system}, Node ${node}, load ${load.toFixed(1)}`,
  };
}
