import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';

/**
 * - no-file: a form without a field `file`, or with several
 * - malformed: not a form, or not all of it
 */
export type FormProblem = 'no-file' | 'malformed';

export interface CsvSource {
  readonly csv: Readable;
  /** What is wrong with the rest of the form, once the CSV has been read. */
  readonly ended: Promise<FormProblem | undefined>;
}

export type OpenedCsv =
  | ({ readonly ok: true } & CsvSource)
  | { readonly ok: false; readonly problem: FormProblem };

/** More is no form with one CSV in it. */
const formLimits = { fields: 20, files: 20, parts: 40, fieldSize: 10_000 };

/** The field `file` of a form, as it arrives. Whatever else is in the form is dropped. */
export function openFormFile(request: IncomingMessage, contentType: string): Promise<OpenedCsv> {
  return new Promise((resolve) => {
    const rest = Promise.withResolvers<FormProblem | undefined>();
    let csv: Readable | undefined;
    let isAmbiguous = false;
    const end = (problem: FormProblem | undefined): void => {
      if (problem === 'malformed') csv?.destroy(new Error('the form ended early'));
      rest.resolve(problem);
      resolve({ ok: false, problem: problem ?? 'no-file' });
    };
    let form: BusboyInstance;
    try {
      form = new Busboy({
        headers: { ...request.headers, 'content-type': contentType },
        limits: formLimits,
        isPartAFile: (name, _type, fileName) => name === 'file' || fileName !== undefined,
      });
    } catch {
      // There is no boundary.
      return end('malformed');
    }
    form.on('file', (name, stream) => {
      // Where it is read, the error is seen.
      stream.on('error', () => undefined);
      if (name === 'file' && csv === undefined) {
        csv = stream;
        resolve({ ok: true, csv, ended: rest.promise });
        return;
      }
      isAmbiguous ||= name === 'file';
      stream.resume();
    });
    form.on('error', () => end('malformed'));
    form.on('finish', () => end(csv === undefined || isAmbiguous ? 'no-file' : undefined));
    request.once('close', () => (request.complete ? undefined : end('malformed')));
    request.pipe(form);
  });
}
