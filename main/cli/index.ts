/** `lading …`: runs the command line and ends with its exit code. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before the rest is loaded: a command is at work a third sooner. Where it cannot be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/lading', import.meta.url)));
const { main } = await import('./main.ts');

const exitCode = await main(process.argv.slice(2));
// An answer that nobody waits for any more must not hold the process; what was written must be out before it ends.
process.stdout.write('', () => process.exit(exitCode));
