import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { failure, type Result } from '../../../preload/contract/failure.ts';
import { failureText } from '../../../preload/contract/failure-text.ts';
import type { Engine, IssuedReceipt, ReceiptFormat, UploadId } from '../../engine/index.ts';
import { writeFileAtomically } from '../../engine/store/atomic-file.ts';
import { type CliContext, reportFailure, withEngine, withReader } from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import type { CommonOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { written as words } from '../words/receipts.ts';

/** Receipts are given to others; the umask decides who can read them. */
const sharedFileMode = 0o666;

export interface ReceiptOptions extends CommonOptions {
  readonly format?: ReceiptFormat;
  readonly out?: string;
  readonly force?: true;
}

export async function receipt(
  context: CliContext,
  uploadNumber: number,
  options: ReceiptOptions,
): Promise<ExitCode> {
  const format = options.format ?? (options.out?.toLowerCase().endsWith('.csv') ? 'csv' : 'json');
  const out = options.out === undefined ? null : resolve(options.out);
  if (out !== null && existsSync(out) && options.force !== true) {
    const existing = failure('write-failed', { path: out, reason: 'exists', errno: 'EEXIST' });
    return reportFailure(context, existing.failure);
  }
  // The reader creates no store and waits for no lock, so a wrong number is reported first.
  const upload = await withReader(context, options, async (reader) => reader.upload(uploadNumber));
  return upload.ok
    ? writeReceipt(context, upload.value.id, format, out, options)
    : reportFailure(context, upload.failure);
}

/** Needs the engine, because writing a receipt is an event in the upload's log. */
function writeReceipt(
  context: CliContext,
  id: UploadId,
  format: ReceiptFormat,
  out: string | null,
  options: ReceiptOptions,
): Promise<ExitCode> {
  const { output } = context;
  return withEngine(context, options, 'lading receipt', async (engine) => {
    const written =
      out === null
        ? await engine.writeReceipt(id, format, toOutput(output))
        : await writeReceiptFile(engine, id, format, out);
    if (!written.ok) return reportFailure(context, written.failure);
    if (out !== null) {
      const { head, signedWith } = written.value;
      output.print(words.path(id, out), words.head(head));
      if (signedWith.ok) output.print(words.key(signedWith.value), words.advice);
      output.event('receipt', {
        upload: id,
        format,
        path: out,
        head,
        key: signedWith.ok ? signedWith.value : null,
      });
    }
    const { signedWith } = written.value;
    if (!signedWith.ok) output.warn(words.unsigned(failureText(signedWith.failure)));
    else if (signedWith.value.replaces !== null) {
      output.warn(words.keyReplaced(signedWith.value.replaces));
    }
    return 0;
  });
}

function toOutput(output: Output): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      output.write(chunk.toString()).then(() => done(), done);
    },
  });
}

/** A truncated receipt must not look complete. */
export async function writeReceiptFile(
  engine: Pick<Engine, 'writeReceipt'>,
  id: UploadId,
  format: ReceiptFormat,
  out: string,
): Promise<Result<IssuedReceipt>> {
  return writeFileAtomically(out, (file) => engine.writeReceipt(id, format, file), sharedFileMode);
}
