/**
 * Loaded into every Node process that a run starts (`node --import ./leash.mjs ..`): when the one who started it is
 * gone, however it died, the process ends too instead of holding its port and its database connections for ever.
 */

/** Longer than a store takes to finish what it has claimed; after that nobody is left who could ask again. */
const graceMs = 15_000;

function end() {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs).unref();
  process.kill(process.pid, 'SIGTERM');
}

// It may have died while this process was starting: the channel is closed then, and nobody will say so. Without one it is undefined.
if (process.connected === false) end();
else if (process.connected) process.once('disconnect', end);
