import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { csvUnsignedText, keepSeparatelyText } from '../../../preload/contract/texts/signing-key-text.ts';
import { timestampNameText, timestampProblemText } from '../../../preload/contract/texts/timestamp-text.ts';
import { profileChangeText, verifyProblemText } from '../../../preload/contract/texts/verify-text.ts';
import type { IssuedReceipt } from '../../../preload/contract/views/verify-view.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import type { ReceiptFormat, TimestampSettings, UploadId } from '../../engine/index.ts';
import { type CliContext, openEngineAs, reportFailure, runAndClose, withReader } from '../cli-context.ts';
import type { ReceiptOptions, receipt as receiptCommand } from '../commands/receipt.ts';
import type { RunOf } from '../define-command.ts';
import type { Outcome } from '../exit-code.ts';
import { readInputFile } from '../input-file.ts';
import { outcomeOfProblems } from '../outcome.ts';
import type { Output } from '../terminal/output.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { written as words } from '../words/receipts.ts';
import { control } from '../words/uploads.ts';
import { giveUpMs, pollMs } from './control.ts';
import { withInterrupt } from './run-upload.ts';

const command = 'lading receipt';
/** A receipt of a million files takes a minute. */
const maxWritingMs = 600_000;
const turnsPerLook = 4;

export const receipt: RunOf<typeof receiptCommand> = async (context, options, uploadNumber) => {
  const format = options.format ?? (options.out?.toLowerCase().endsWith('.csv') ? 'csv' : 'json');
  const out = options.out === undefined ? null : resolve(options.out);
  if (out !== null) context.output.keepExitCode();
  const timestamps = readTimestampSettings(format, options);
  if (!timestamps.ok) return reportFailure(context, timestamps.failure);
  // The reader creates no store and waits for no lock, so a wrong number is reported first.
  const upload = await withReader(context, options, async (reader) => reader.upload(uploadNumber));
  if (!upload.ok) return reportFailure(context, upload.failure);
  const { id } = upload.value;
  const request = { format, out, replace: options.force === true, timestamps: timestamps.value };
  const written = await writeReceipt(context, id, request, options);
  return written.ok
    ? reportWritten(context, id, request, written.value)
    : reportFailure(context, written.failure);
};

interface ReceiptRequest {
  readonly format: ReceiptFormat;
  /** It is null for standard output. */
  readonly out: string | null;
  readonly replace: boolean;
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

/** By the engine of this process, or of the one that has the store: writing a receipt is an event in the upload's log. */
async function writeReceipt(
  context: CliContext,
  id: UploadId,
  request: ReceiptRequest,
  options: ReceiptOptions,
): Promise<Result<IssuedReceipt>> {
  const { format, out, replace, timestamps } = request;
  const opened = await openEngineAs(context, options, command);
  if (opened.ok)
    return runAndClose(opened.value, (engine) =>
      out === null
        ? engine.writeReceipt(id, format, toOutput(context.output), null, timestamps)
        : engine.saveReceipt(id, out, { format, timestamps, replace }),
    );
  if (opened.failure.code !== 'store-locked') return opened;
  return withInterrupt(context, control.stopping, async (signal) => {
    const { requestControl, saveFileBeside } = await import('../../engine/index.ts');
    const write = (to: Writable) =>
      askForReceipt(context, id, request, options, { to, busy: opened, signal });
    if (out === null) return write(toOutput(context.output));
    const stateDir = resolveStateDir(options.state, context.env);
    const saved = await saveFileBeside(stateDir, out, write, { replace });
    // The window lists those that can be verified.
    if (saved.ok && format === 'json')
      requestControl(stateDir, { action: 'receipt-saved', uploadId: id, path: out });
    return saved;
  });
}

/** Asks the process that has the store, and looks now and then whether it has ended. Ends `to`. */
async function askForReceipt(
  context: CliContext,
  id: UploadId,
  { format, timestamps }: ReceiptRequest,
  options: ReceiptOptions,
  { to, busy, signal }: { readonly to: Writable; readonly busy: Failed; readonly signal: AbortSignal },
): Promise<Result<IssuedReceipt>> {
  const { requestReceipt } = await import('../../engine/index.ts');
  const asked = requestReceipt(resolveStateDir(options.state, context.env), id, { format, timestamps });
  if (!asked.ok) return asked;
  const { isTaken, answer, discard } = asked.value;
  const startMs = performance.now();
  try {
    for (let turn = 1; !signal.aborted; turn += 1) {
      const answered = answer();
      if (answered?.issued.ok) await pipeline(createReadStream(answered.path), to);
      if (answered !== null && (answered.issued.ok || answered.issued.failure.code !== 'closing'))
        return answered.issued;
      if (performance.now() - startMs > (isTaken() ? maxWritingMs : giveUpMs)) return busy;
      await delay(pollMs, undefined, { signal }).catch(() => undefined);
      if (turn % turnsPerLook !== 0) continue;
      const opened = await openEngineAs(context, options, command);
      if (opened.ok)
        return await runAndClose(opened.value, (engine) =>
          engine.writeReceipt(id, format, to, null, timestamps),
        );
    }
    return failure('stopped');
  } finally {
    discard();
  }
}

function reportWritten(
  { output }: CliContext,
  id: UploadId,
  { format, out }: ReceiptRequest,
  { head, signedWith, timestamp, problems, profileChange }: IssuedReceipt,
): Outcome {
  if (out !== null) {
    output.print(words.path(id, out));
    if (format === 'csv') output.print(csvUnsignedText);
    else output.print(words.head(head));
    if (format === 'json' && signedWith.ok)
      output.print(words.key(signedWith.value), keepSeparatelyText(true));
    if (timestamp?.ok === true) output.print(words.timestamp(timestampNameText(timestamp.proof)));
    output.event('receipt', {
      upload: id,
      problems: problems.map(verifyProblemText),
      format,
      path: out,
      head,
      key: format === 'json' && signedWith.ok ? signedWith.value : null,
      timestamp: timestamp?.ok === true ? timestamp.proof : null,
      profileChange,
    });
  }
  if (problems.length > 0) output.warn(words.storeEdited(problems.map(verifyProblemText).join(' ')));
  if (profileChange !== null) output.warn(profileChangeText(profileChange));
  if (!signedWith.ok) output.warn(words.unsigned(failureText(signedWith.failure)));
  else if (signedWith.value.replaces !== null) {
    output.warn(words.keyReplaced(signedWith.value.replaces));
  }
  if (timestamp?.ok === false)
    output.warn(words.notTimestamped(printable(timestampProblemText(timestamp.problem))));
  return outcomeOfProblems(problems.length);
}

function toOutput(output: Output): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      output.write(chunk.toString()).then(() => done(), done);
    },
  });
}
