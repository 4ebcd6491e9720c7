/** `lading …`: runs the command line and exits with its exit code. */
import { writeSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { keepEarlySignals, whenSignalsAreTaken } from './early-signals.ts';
import { readVersion } from './version.ts';

// Nothing else needs to be loaded. What can't be written is for the rest to say.
if (
  process.argv.length === 3 &&
  ['--version', '-V'].includes(process.argv[2] ?? '') &&
  isWritten(`${readVersion()}\n`)
)
  process.exit(0);
// Other commands have nothing to stop cleanly while they load, and end at once.
if (process.argv[2] === 'watch') keepEarlySignals();
// bin.js sends no signal before 'ready', and has something to resume after 'begun'. It may be gone by then.
whenSignalsAreTaken(() => process.send?.('begun', undefined, undefined, () => undefined));
process.send?.('ready');
// Before the rest is loaded: commands start a third sooner. Nothing is cached if the folder isn't writable.
const cache = fileURLToPath(new URL('../../node_modules/.cache/lading', import.meta.url));
enableCompileCache(cache);
// For its threads too: each takes less than half of the memory.
process.env['NODE_COMPILE_CACHE'] ??= cache;
const { main } = await import('./main.ts');
const { exitProcess } = await import('./exit-process.ts');

// A response that nobody waits for must not keep the process alive.
exitProcess(await main(process.argv.slice(2)));

function isWritten(text: string): boolean {
  try {
    return writeSync(1, text) === text.length;
  } catch {
    return false;
  }
}
