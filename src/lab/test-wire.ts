import { startWireProcess, wireGraceMs } from '@/run/processes';
import { plainEnvironment, testLogFile } from '@/run/testbed/log-files';
import { WireControl } from '@/wire/client';

export interface TestWire {
  readonly control: WireControl;
  stop(): Promise<void>;
}

/** Starts a wire without links and without rules. It ends with the test process. */
export async function startTestWire(logFile = testLogFile('wire')): Promise<TestWire> {
  const { child, url } = await startWireProcess({ port: 0, env: plainEnvironment(), logFile });
  return { control: new WireControl(url), stop: async () => void (await child.stop(wireGraceMs)) };
}
