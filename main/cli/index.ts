/** `lading …`: runs the command line and ends with its exit code. */
import { main } from './main.ts';

const exitCode = await main(process.argv.slice(2));
// An answer that nobody waits for any more must not hold the process; what was written must be out before it ends.
process.stdout.write('', () => process.exit(exitCode));
