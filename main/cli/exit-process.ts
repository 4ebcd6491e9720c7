// Not all of the engine, which a command such as --help doesn't need.
import { hasHungThreads } from '../engine/threads/hung-threads.ts';
import { exitCodeOf, type Outcome } from './exit-code.ts';

/**
 * Ends the process. Node waits for its threads first, and one that reads from a share that doesn't answer may never
 * return. Then a shell takes the process over to exit with the code; Windows ends it without.
 */
export function exitProcess(outcome: Outcome): never {
  const code = exitCodeOf(outcome);
  if (!hasHungThreads()) process.exit(code);
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}
