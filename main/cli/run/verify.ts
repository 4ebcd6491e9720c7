import { success } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { timestampProofText } from '../../../preload/contract/texts/timestamp-text.ts';
import {
  comparedText,
  comparisonNotProvedText,
  differenceText,
  headMatchesText,
  isProved,
  isWriterProved,
  receiptMismatchText,
  receiptProofText,
  sandboxText,
  timeBoundText,
  timeNotProved,
  verifyLimitText,
  verifyProblemText,
  writerNotProved,
} from '../../../preload/contract/texts/verify-text.ts';
import { parseSha256 } from '../../../preload/contract/views/signing-key.ts';
import { resolveStateDir, trustDataFolder } from '../../app/state-dir.ts';
import type { FileDifference, VerifyReport } from '../../engine/index.ts';
import { type CliContext, reportFailure, withReader } from '../cli-context.ts';
import type { verify as verifyCommand } from '../commands/verify.ts';
import type { RunOf } from '../define-command.ts';
import { readInputFile } from '../input-file.ts';
import type { CommonOptions } from '../options/common.ts';
import { outcomeOfReport, outcomeOfUnverified } from '../outcome.ts';
import { truncateMiddle, wrapText } from '../terminal/table.ts';
import { formatTime } from '../terminal/time.ts';
import { usageError } from '../usage-error.ts';
import { differenceKinds, verified, comparison as words } from '../words/receipts.ts';

const maxListedDifferences = 50;

export const verify: RunOf<typeof verifyCommand> = async (context, options, path) => {
  const { output } = context;
  output.keepExitCode();
  const key = options.key === undefined ? undefined : parseSha256(options.key);
  if (key === null)
    return reportFailure(context, usageError('fingerprint-malformed', { option: '--key' }).failure);
  const head = options.head === undefined ? undefined : parseSha256(options.head);
  if (head === null)
    return reportFailure(context, usageError('fingerprint-malformed', { option: '--head' }).failure);
  const trusted =
    options.timestampCa === undefined ? null : readInputFile('certificates', options.timestampCa);
  if (trusted?.ok === false) return reportFailure(context, trusted.failure);
  const { verifyReceipt } = await import('../../engine/index.ts');
  const result = await verifyReceipt(path, {
    against: options.against,
    key,
    head,
    timestampCaPem: trusted?.value.text,
    ownKeys: await readOwnKeys(context, options),
    onDifference: (difference) => output.event('difference', withText(difference)),
  });
  if (!result.ok) {
    context.output.fail(result.failure);
    return outcomeOfUnverified(result.failure);
  }
  const report = result.value;
  output.event('verified', {
    ...report,
    problems: report.problems.map(verifyProblemText),
    mismatches: report.mismatches.map(receiptMismatchText),
    limits: report.limits.map(verifyLimitText),
    writerProved: isWriterProved(report),
    against: report.against && {
      ...report.against,
      differences: report.against.differences.map(withText),
    },
  });
  output.print(...verifiedReceiptLines(report, output.width), ...comparisonLines(report, output.width));
  return outcomeOfReport(report);
};

/** Without a store that can be read, or if others can put their keys into it, no key is known here. */
async function readOwnKeys(context: CliContext, options: CommonOptions): Promise<readonly string[]> {
  if (!trustDataFolder(resolveStateDir(options.state, context.env)).ok) return [];
  const keys = await withReader(context, options, async (reader) => success(reader.signingKeys()));
  if (keys.ok) return keys.value.map(({ fingerprint }) => fingerprint);
  context.output.warn(verified.keysUnread(failureText(keys.failure)));
  return [];
}

function timesText({ timestamp }: VerifyReport): string {
  return timestamp?.isTrusted === true ? timeBoundText(timestamp.at) : timeNotProved;
}

const labelWidth = 9;

export function verifiedReceiptLines(report: VerifyReport, width: number): string[] {
  const { upload, totals, items, head, issuedAt, signer, proof, problems, mismatches } = report;
  const { title, text } = receiptProofText(proof, report.headMatches);
  const { labels } = verified;
  const indent = labelWidth + 3;
  // A name can't break a line or fill it up so that its end looks like a line of this text.
  const line = (label: string, value: string) =>
    wrapText(printable(value).replace(/\s+/gu, ' '), width - indent).map(
      (one, at) => `  ${(at === 0 ? label : '').padEnd(labelWidth)} ${truncateMiddle(one, width - indent)}`,
    );
  return [
    verified.heading(truncateMiddle(printable(upload.id), width - indent)),
    ...line(labels.for, verified.target(upload.datasetName, upload.databaseName)),
    ...line(labels.server, upload.serverUrl),
    ...(issuedAt === null ? [] : line(labels.issued, formatTime(issuedAt))),
    ...line(labels.files, verified.files(items, totals.received.bytes, totals)),
    ...(totals.handedOver.items === 0
      ? []
      : line(labels.links, verified.handedOver(totals.handedOver.items))),
    ...line(labels.head, head),
    ...(signer === null ? [] : line(labels.key, verified.key(signer.fingerprint, signer.storage))),
    ...line(labels.result, `${title}.`),
    ...[
      text,
      ...problems.map(verifyProblemText),
      ...mismatches.map(receiptMismatchText),
      ...(upload.sandbox ? [sandboxText] : []),
      ...(report.headMatches ? [headMatchesText] : []),
      ...(report.timestamp === null ? [] : [timestampProofText(report.timestamp)]),
      ...(proof === 'not-intact' ? [] : [timesText(report)]),
      ...report.limits.map(verifyLimitText),
      ...(report.timestamp?.isTrusted === false ? [verified.checkAuthority] : []),
      ...(isProved(report.proof) && !isWriterProved(report) ? [writerNotProved] : []),
      ...(proof === 'signed' ? [verified.compareKey] : []),
      ...(proof === 'consistent' && !report.headMatches ? [verified.compareHead] : []),
    ].flatMap((paragraph) => line('', paragraph)),
  ];
}

export function comparisonLines(report: VerifyReport, width: number): string[] {
  const { against } = report;
  if (against === null) return [];
  const { counts } = words;
  const rows: readonly (readonly [files: number, text: string])[] = [
    ...(against.sameBy.length === 0 ? [[0, counts.noneSame] as const] : []),
    ...against.sameBy.map(({ files, hashes }) => [files, counts.same(comparedText(hashes))] as const),
    [against.sameSizeOnly, counts.sameSizeOnly],
    [against.missing, counts.missing],
    [against.changed, counts.changed],
    [against.unreadable, counts.unreadable],
    [against.notInReceipt, counts.notInReceipt],
    [against.moved, counts.moved],
    [against.links, counts.links],
    [against.notCompared, counts.notCompared],
  ];
  const shownRows = rows.filter(([files], at) => files > 0 || at === 0);
  const countWidth = Math.max(...shownRows.map(([files]) => count(files).length));
  const shown = against.differences.slice(0, maxListedDifferences);
  const more = against.differences.length + against.differencesNotListed - shown.length;
  return [
    words.heading(printable(against.folder)),
    ...(isProved(report.proof) ? [] : wrapText(comparisonNotProvedText, width - 2).map((one) => `  ${one}`)),
    ...shownRows.map(([files, text]) => `  ${count(files).padStart(countWidth)} ${text}`),
    ...shown.flatMap((difference) => differenceLines(difference, width)),
    ...(more > 0 ? [`  ${words.more(more)}`] : []),
  ];
}

function differenceLines({ kind, path, reason }: FileDifference, width: number): string[] {
  const label = `  ${differenceKinds[kind]}: `;
  const line = `${label}${truncateMiddle(printable(path), width - label.length)}`;
  // For these two, the label is the whole reason.
  if (reason.code === 'missing' || reason.code === 'not-in-receipt') return [line];
  return [line, `      ${printable(differenceText(reason))}`];
}

/** For scripts: the text beside the code. */
function withText({ path, kind, reason }: FileDifference) {
  return { path, kind, why: differenceText(reason), reason };
}
