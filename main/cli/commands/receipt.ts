import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { failure, type Result } from '../../../preload/contract/failure.ts';
import type { Engine, ReceiptFormat, UploadId } from '../../engine/index.ts';
import { type CliContext, reportFailure, withEngine, withReader } from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import type { CommonOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { exists } from '../state-dir.ts';

export interface ReceiptOptions extends CommonOptions {
  readonly format?: ReceiptFormat;
  readonly out?: string;
  readonly force?: true;
}

export async function receipt(
  context: CliContext,
  number: number,
  options: ReceiptOptions,
): Promise<ExitCode> {
  const format = options.format ?? (options.out?.toLowerCase().endsWith('.csv') ? 'csv' : 'json');
  const out = options.out === undefined ? null : resolve(options.out);
  if (out !== null && exists(out) && options.force !== true) {
    const message = `${out} exists already: choose another name, or give --force to replace it.`;
    return reportFailure(context, failure('bad-input', message, { path: out }).failure);
  }
  // Asked of a reader first: an unknown number must not create a store, and needs none that is free.
  const upload = await withReader(context, options, async (reader) => reader.upload(number));
  return upload.ok
    ? writeReceipt(context, upload.value.id, format, out, options)
    : reportFailure(context, upload.failure);
}

/** A receipt is itself an event of the upload's log, so it needs the engine and not only a look. */
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
      const { head } = written.value;
      output.print(
        `The receipt of upload ${id} is in ${out}`,
        `Head of its log: ${head}`,
        'Keep the head where the receipt is not: it shows whether the receipt is still the one issued now.',
      );
      output.event('receipt', { upload: id, format, path: out, head });
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

/** Under another name beside it until it is whole: a receipt that was cut off must not look like one. */
export async function writeReceiptFile(
  engine: Pick<Engine, 'writeReceipt'>,
  id: UploadId,
  format: ReceiptFormat,
  out: string,
): Promise<Result<{ readonly head: string }>> {
  const temporary = join(dirname(out), `.${basename(out)}.${process.pid}.part`);
  try {
    const file = createWriteStream(temporary, { flags: 'wx', flush: true });
    const written = await engine.writeReceipt(id, format, file);
    if (written.ok) {
      renameSync(temporary, out);
      return written;
    }
    const { code, message } = written.failure;
    return failure(code, message.replaceAll(temporary, out), { path: out });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'rename')) throw error;
    return failure('bad-input', `The receipt cannot be put at ${out}: ${error.message}`, { path: out });
  } finally {
    rmSync(temporary, { force: true });
  }
}
