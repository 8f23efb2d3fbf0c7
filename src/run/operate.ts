import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Complaint, runCommand } from './complaint';
import { demoSecret } from './demo-secrets';
import { readRunSettings } from './environment';
import { demoPostgres } from './postgres/clusters';
import { findRunningPostgres, startPostgres } from './postgres/server';
import { address, demoSecretKey, demoWebhookSecret, typescriptArgs } from './processes';
import { inProject } from './project';

/** The operator's commands: programs of the shop, run with the settings of the demo or of the environment. */
const commands: Record<string, string> = {
  audit: 'src/jobs/audit-command.ts',
  jobs: 'src/jobs/jobs-command.ts',
};

await runCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const program = commands[name];
  if (program === undefined) throw new Complaint(`Say one of: ${Object.keys(commands).join(', ')}.`);
  const settings = readRunSettings();

  // The demo may be running, and then its PostgreSQL is; otherwise it is up for as long as the command takes.
  const running =
    settings.databaseUrl ?? (await findRunningPostgres(demoPostgres, demoPostgres.databaseName));
  const started = running === undefined ? await startPostgres(demoPostgres) : undefined;
  try {
    const env = {
      ...process.env,
      DATABASE_URL: running ?? started?.url(demoPostgres.databaseName),
      SESSION_SECRET: settings.sessionSecret ?? demoSecret('session-secret'),
      STRIPE_API_BASE:
        settings.processorApiBase ??
        (settings.usesStripe ? undefined : address(settings.host, settings.processorPort)),
      ...(settings.usesStripe
        ? {}
        : { STRIPE_SECRET_KEY: demoSecretKey, STRIPE_WEBHOOK_SECRET: demoWebhookSecret }),
    };
    const child = spawn(process.execPath, [...typescriptArgs, inProject(program), ...args], {
      env,
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    return typeof code === 'number' ? code : 1;
  } finally {
    await started?.stop();
  }
});
