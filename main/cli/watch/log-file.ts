/** The log of a service that nothing else collects: a file of bounded size. */
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { success } from '../../../preload/contract/failures/failure.ts';
import { appendRotating } from '../../app/rotating-file.ts';
import { makeFolder } from '../../engine/store/files/make-folder.ts';
import { ownerOnly } from '../../engine/store/files/private-folder.ts';
import { readStart } from '../../engine/store/files/read-start.ts';
import type { CliContext } from '../cli-context.ts';
import { createOutput } from '../terminal/output.ts';
import { formatLogTime } from '../terminal/time.ts';
import { type CliResult, usageError } from '../usage-error.ts';

const maxBytes = 10_000_000;
/** What could not be written, because the disk is full for example, is written later. */
const maxKeptChars = 1_000_000;

/** How each text that is printed begins, as JSON or for people: so does a log, and so does one that was renamed. */
const logStart = /^(?:$|\{"event":"|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d )/;
const startBytes = 64;

/** The log, and its name once it is full. */
export const logNames = (path: string): readonly string[] => [path, `${path}.old`];

/** Everything that the context prints goes to the file. Fails with log-file-foreign and log-file-unwritable. */
export function logToFile(context: CliContext, path: string): CliResult<CliContext> {
  try {
    makeFolder(dirname(path), ownerOnly);
    const foreign = logNames(path).find((name) => !mayBeLog(name));
    if (foreign !== undefined) return usageError('log-file-foreign', { path: foreign });
    appendRotating(path, '', maxBytes);
  } catch (error) {
    return usageError('log-file-unwritable', { path, errno: errnoOf(error) });
  }
  const { output, env, secrets } = context;
  const file = createLogStream(path, maxBytes);
  // The journal has the time of its lines. This file isn't the journal.
  const { JOURNAL_STREAM: _, ...ownEnv } = env;
  return success({
    ...context,
    env: ownEnv,
    output: createOutput({ stdout: file, stderr: file }, ownEnv, output.json, secrets),
  });
}

/** Nothing is there, or an empty file, or a log that a watch began: anything else would be changed. */
function mayBeLog(path: string): boolean {
  const start = readStart(path, startBytes);
  if (start === null) return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  return logStart.test(start.toString('latin1'));
}

/** Lines of the service have their time; what people read on a terminal gets it here. A full disk must not end the service. */
export function createLogStream(path: string, maxFileBytes: number): Writable {
  let kept = '';
  return new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      const line = text.toString();
      const wanted = `${kept}${logStart.test(line) ? '' : `${formatLogTime(Date.now())} `}${line}`;
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
