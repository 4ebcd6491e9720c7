/** The log of a service that nothing else collects: a file of bounded size. */
import { Writable } from 'node:stream';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { success } from '../../../preload/contract/failures/failure.ts';
import { appendRotating } from '../../app/rotating-file.ts';
import type { CliContext } from '../cli-context.ts';
import { createOutput } from '../terminal/output.ts';
import { formatLogTime } from '../terminal/time.ts';
import { type CliResult, usageError } from '../usage-error.ts';

const maxBytes = 10_000_000;
/** What could not be written, because the disk is full for example, is written later. */
const maxKeptChars = 1_000_000;

/** The log, and its name once it is full. */
export const logNames = (path: string): readonly string[] => [path, `${path}.old`];

/** Everything that the context prints goes to the file. Fails with log-file-unwritable. */
export function logToFile(context: CliContext, path: string): CliResult<CliContext> {
  try {
    appendRotating(path, '', maxBytes);
  } catch (error) {
    return usageError('log-file-unwritable', { path, errno: errnoOf(error) });
  }
  const { output, env, secrets } = context;
  const file = createLogStream(path, maxBytes);
  // Lines of the service have their time; errors that people read on a terminal have none.
  const errors = createLogStream(path, maxBytes, () => `${formatLogTime(Date.now())} `);
  // The journal has the time of its lines. This file isn't the journal.
  const { JOURNAL_STREAM: _, ...ownEnv } = env;
  return success({
    ...context,
    env: ownEnv,
    output: createOutput({ stdout: file, stderr: errors }, ownEnv, output.json, secrets),
  });
}

/** A full disk must not end the service. */
export function createLogStream(path: string, maxFileBytes: number, prefix = () => ''): Writable {
  let kept = '';
  return new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      const wanted = `${kept}${prefix()}${text.toString()}`;
      try {
        appendRotating(path, wanted, maxFileBytes);
        kept = '';
      } catch {
        kept = wanted.length <= maxKeptChars ? wanted : '';
      }
      done();
    },
  });
}
