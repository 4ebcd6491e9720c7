/** `lading …`: runs the command line and ends with its exit code. */
import { enableCompileCache } from 'node:module';

enableCompileCache(); // before the rest is loaded: a command is at work a third sooner
const { main } = await import('./main.ts');

const exitCode = await main(process.argv.slice(2));
// An answer that nobody waits for any more must not hold the process; what was written must be out before it ends.
process.stdout.write('', () => process.exit(exitCode));
