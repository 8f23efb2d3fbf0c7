/**
 * The way in: `node src/run/bootstrap.mjs <command> [arguments]`. Plain Node without a dependency, since on a fresh
 * clone nothing is installed yet: it checks the machine, installs what is missing and hands over to `<command>.ts`.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const commands = ['start', 'test', 'database', 'operate', 'lab'];

/** Ends with one sentence for the person at the terminal. */
function refuse(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  } catch {
    return undefined;
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (!isNewEnough) {
    refuse(
      `Doubletap needs Node.js 20.19, 22.12 or later, and this is ${process.versions.node}. Install one from nodejs.org.`,
    );
  }
  if (process.platform === 'win32') {
    refuse('Doubletap runs on Linux and macOS. On Windows run it inside WSL.');
  }
}

/** npm writes node_modules/.package-lock.json as the last step of an installation: it says what is really there. */
function isInstalled() {
  const wanted = readJson('package-lock.json');
  const found = readJson('node_modules/.package-lock.json');
  const manifest = readJson('package.json');
  if (wanted === undefined || found === undefined || manifest === undefined) return false;
  for (const kind of ['dependencies', 'devDependencies']) {
    if (JSON.stringify(wanted.packages[''][kind]) !== JSON.stringify(manifest[kind])) return false;
  }
  return Object.entries(wanted.packages).every(
    ([name, { version, optional, devOptional }]) =>
      name === '' || optional || devOptional || found.packages[name]?.version === version,
  );
}

/** Runs npm and resolves with its exit code and what it said on standard error, which is shown as it comes. */
function npm(...args) {
  // When npm itself started us it tells where it is, which need not be on the path.
  const [command, first] = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, [process.env.npm_execpath]]
    : ['npm', []];
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
      process.stderr.write(chunk);
    });
    child.once('error', () =>
      refuse('npm was not found. Install Node.js together with npm, then run this again.'),
    );
    child.once('close', (code) => resolve({ code, said }));
  });
}

async function install() {
  console.log('Installing packages (the first time this takes a minute or two) ..');
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const progress = setInterval(() => console.log(`  still installing (${seconds()} s)`), 15_000);
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  let { code, said } = await npm('ci', ...flags);
  if (code !== 0 && /missing .* from lock file|are not in sync|are in sync/i.test(said)) {
    console.log('  package-lock.json lacks something that this npm wants; npm install completes it.');
    ({ code, said } = await npm('install', ...flags));
  }
  clearInterval(progress);
  if (code !== 0)
    refuse(
      'The packages could not be installed: npm says why above. Check the network, then run this again.',
    );
  console.log(`  packages installed (${seconds()} s)`);
}

const [command = ''] = process.argv.slice(2);
if (!commands.includes(command)) refuse(`Say one of: ${commands.join(', ')}.`);
checkNode();
process.chdir(root);
if (!isInstalled()) await install();

// From here on TypeScript, in this same process: there is nobody in between who would have to hand on signals.
process.argv.splice(2, 1);
const { register } = await import('tsx/esm/api');
register();
await import(`./${command}.ts`);
