import { Complaint, runCommand } from '@/run/complaint';
import { onInterruption } from '@/run/interruption';
import { readFlags } from './flags';
import { isBroken, tell, writeReport } from './report';
import { logFolder, torture } from './torture';

// `npm run torture -- --minutes 2 --seed 42`: ends with 0 when every check holds.

await runCommand(async () => {
  const flags = readFlags(process.argv.slice(2));
  const ending = new AbortController();
  const ignore = onInterruption(
    () => ending.abort(),
    () => process.exit(130),
  );
  try {
    const { minutes, seed, shoppers, report } = flags;
    console.log(`Torture: ${minutes} minutes, ${shoppers} shoppers at a time, seed ${seed}\n`);
    const result = await torture(flags, console.log, ending.signal);
    tell(result, console.log);
    if (report !== undefined) writeReport(report, flags, result);
    const broken = result.checks.filter(isBroken).length;
    console.log(`Everything that happened is in ${logFolder}.`);
    console.log(
      broken === 0
        ? `All ${result.checks.length} checks hold. Seed ${seed}.`
        : `${broken} of ${result.checks.length} checks are BROKEN. Seed ${seed}.`,
    );
    return broken === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof Complaint) throw error;
    console.error(`The torture itself failed. Seed ${flags.seed}.`);
    throw error;
  } finally {
    ignore();
  }
});
process.exit();
