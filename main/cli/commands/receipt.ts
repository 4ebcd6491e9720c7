import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { failure, type Result } from '../../../preload/contract/failure.ts';
import type { Engine, ReceiptFormat, UploadId } from '../../engine/index.ts';
import type { ExitCode } from '../exit-code.ts';
import { type Invocation, refuse, withEngine, withReader } from '../invocation.ts';
import type { CommonOptions } from '../options.ts';
import type { Screen } from '../screen.ts';
import { exists } from '../state-dir.ts';

export interface ReceiptOptions extends CommonOptions {
  readonly format?: ReceiptFormat;
  readonly out?: string;
  readonly force?: true;
}

export async function receipt(
  invocation: Invocation,
  number: number,
  options: ReceiptOptions,
): Promise<ExitCode> {
  const format = options.format ?? (options.out?.toLowerCase().endsWith('.csv') ? 'csv' : 'json');
  const out = options.out === undefined ? null : resolve(options.out);
  if (out !== null && exists(out) && options.force !== true) {
    const message = `${out} exists already: choose another name, or give --force to replace it.`;
    return refuse(invocation, failure('bad-input', message, { path: out }).failure);
  }
  // Asked of a reader first: an unknown number must not create a store, and needs none that is free.
  const upload = await withReader(invocation, options, async (reader) => reader.upload(number));
  return upload.ok
    ? issue(invocation, upload.value.id, format, out, options)
    : refuse(invocation, upload.failure);
}

/** A receipt is itself an event of the upload's log, so it needs the engine and not only a look. */
function issue(
  invocation: Invocation,
  id: UploadId,
  format: ReceiptFormat,
  out: string | null,
  options: ReceiptOptions,
): Promise<ExitCode> {
  const { screen } = invocation;
  return withEngine(invocation, options, 'lading receipt', async (engine) => {
    const written =
      out === null
        ? await engine.writeReceipt(id, format, onScreen(screen))
        : await writeReceiptFile(engine, id, format, out);
    if (!written.ok) return refuse(invocation, written.failure);
    if (out !== null) {
      const { head } = written.value;
      screen.say(
        `The receipt of upload ${id} is in ${out}`,
        `Head of its log: ${head}`,
        'Keep the head where the receipt is not: it shows whether the receipt is still the one issued now.',
      );
      screen.event('receipt', { upload: id, format, path: out, head });
    }
    return 0;
  });
}

function onScreen(screen: Screen): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      screen.write(chunk.toString()).then(() => done(), done);
    },
  });
}

/** A receipt that was cut off must not look like one. */
export async function writeReceiptFile(
  engine: Pick<Engine, 'writeReceipt'>,
  id: UploadId,
  format: ReceiptFormat,
  out: string,
): Promise<Result<{ readonly head: string }>> {
  const { writeFileAtomically } = await import('../../engine/index.ts');
  return writeFileAtomically(out, (file) => engine.writeReceipt(id, format, file), 0o666);
}
