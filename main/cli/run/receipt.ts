import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { success } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { csvUnsignedText, keepSeparatelyText } from '../../../preload/contract/texts/signing-key-text.ts';
import { timestampNameText, timestampProblemText } from '../../../preload/contract/texts/timestamp-text.ts';
import { verifyProblemText } from '../../../preload/contract/texts/verify-text.ts';
import type { ReceiptFormat, TimestampSettings, UploadId } from '../../engine/index.ts';
import { type CliContext, reportFailure, withEngine, withReader } from '../cli-context.ts';
import type { ReceiptOptions } from '../commands/receipt.ts';
import type { ExitCode } from '../exit-code.ts';
import { readInputFile } from '../input-file.ts';
import type { Output } from '../terminal/output.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { written as words } from '../words/receipts.ts';

export async function receipt(
  context: CliContext,
  options: ReceiptOptions,
  uploadNumber: number,
): Promise<ExitCode> {
  const format = options.format ?? (options.out?.toLowerCase().endsWith('.csv') ? 'csv' : 'json');
  const out = options.out === undefined ? null : resolve(options.out);
  const timestamps = readTimestampSettings(format, options);
  if (!timestamps.ok) return reportFailure(context, timestamps.failure);
  // The reader creates no store and waits for no lock, so a wrong number is reported first.
  const upload = await withReader(context, options, async (reader) => reader.upload(uploadNumber));
  return upload.ok
    ? writeReceipt(context, upload.value.id, { format, out, timestamps: timestamps.value }, options)
    : reportFailure(context, upload.failure);
}

interface ReceiptRequest {
  readonly format: ReceiptFormat;
  /** It is null for standard output. */
  readonly out: string | null;
  readonly timestamps: TimestampSettings | null;
}

function readTimestampSettings(
  format: ReceiptFormat,
  { timestampUrl: url, timestampCa }: ReceiptOptions,
): CliResult<TimestampSettings | null> {
  if (url === undefined)
    return timestampCa === undefined ? success(null) : usageError('timestamp-ca-without-url');
  if (format !== 'json') return usageError('timestamp-of-csv');
  const trusted = timestampCa === undefined ? success(null) : readInputFile('certificates', timestampCa);
  if (!trusted.ok) return trusted;
  return success({ url, trustedPem: trusted.value?.text ?? null, network: {} });
}

/** Needs the engine, because writing a receipt is an event in the upload's log. */
function writeReceipt(
  context: CliContext,
  id: UploadId,
  { format, out, timestamps }: ReceiptRequest,
  options: ReceiptOptions,
): Promise<ExitCode> {
  const { output } = context;
  return withEngine(context, options, 'lading receipt', async (engine) => {
    const written =
      out === null
        ? await engine.writeReceipt(id, format, toOutput(output), null, timestamps)
        : await engine.saveReceipt(id, out, { format, timestamps, replace: options.force === true });
    if (!written.ok) return reportFailure(context, written.failure);
    if (out !== null) {
      const { head, signedWith, timestamp } = written.value;
      output.print(words.path(id, out));
      if (format === 'csv') output.print(csvUnsignedText);
      else output.print(words.head(head));
      if (format === 'json' && signedWith.ok)
        output.print(words.key(signedWith.value), keepSeparatelyText(true));
      if (timestamp?.ok === true) output.print(words.timestamp(timestampNameText(timestamp.proof)));
      output.event('receipt', {
        upload: id,
        problems: written.value.problems.map(verifyProblemText),
        format,
        path: out,
        head,
        key: format === 'json' && signedWith.ok ? signedWith.value : null,
        timestamp: timestamp?.ok === true ? timestamp.proof : null,
      });
    }
    const { signedWith, timestamp, problems } = written.value;
    if (problems.length > 0) output.warn(words.storeEdited(problems.map(verifyProblemText).join(' ')));
    if (!signedWith.ok) output.warn(words.unsigned(failureText(signedWith.failure)));
    else if (signedWith.value.replaces !== null) {
      output.warn(words.keyReplaced(signedWith.value.replaces));
    }
    if (timestamp?.ok === false)
      output.warn(words.notTimestamped(printable(timestampProblemText(timestamp.problem))));
    return problems.length > 0 ? 2 : 0;
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
