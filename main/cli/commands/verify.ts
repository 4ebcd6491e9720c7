import { printable } from '../../../preload/contract/printable.ts';
import { differenceText, verifyProblemText } from '../../../preload/contract/verify-text.ts';
import type { Difference, VerifyReport } from '../../engine/index.ts';
import { type CliContext, reportFailure } from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import { formatCount } from '../format.ts';
import { truncateMiddle } from '../table.ts';
import { formatTime } from '../time.ts';
import { differenceKinds, verified, comparison as words } from '../words/receipts.ts';

export interface VerifyOptions {
  readonly json?: true;
  readonly against?: string;
}

const maxListedDifferences = 50;

/** Exits with 0 if everything matches, 2 if files differ, and 1 if the receipt is invalid or not intact. */
export async function verify(context: CliContext, path: string, options: VerifyOptions): Promise<ExitCode> {
  const { output } = context;
  const { verifyReceipt } = await import('../../engine/index.ts');
  const result = await verifyReceipt(path, {
    against: options.against,
    onDifference: (difference) => output.event('difference', withText(difference)),
  });
  if (!result.ok) return reportFailure(context, result.failure);
  const report = result.value;
  output.event('verified', {
    ...report,
    problems: report.problems.map(verifyProblemText),
    against: report.against && {
      ...report.against,
      differences: report.against.differences.map(withText),
    },
  });
  output.print(...receiptLines(report), ...comparisonLines(report, output.width));
  if (!report.intact) return 1;
  return hasDifferences(report) ? 2 : 0;
}

export function hasDifferences({ against }: VerifyReport): boolean {
  return (
    against !== null && against.missing + against.changed + against.unreadable + against.notInReceipt > 0
  );
}

const labelWidth = 9;

export function receiptLines(report: VerifyReport): string[] {
  const { upload, totals, items, head, issuedAt, intact, problems } = report;
  const { labels } = verified;
  const line = (label: string, text: string) => `  ${label.padEnd(labelWidth)} ${text}`;
  return [
    verified.heading(upload.id),
    line(labels.for, verified.target(printable(upload.datasetName), printable(upload.databaseName))),
    ...(issuedAt === null ? [] : [line(labels.issued, formatTime(issuedAt))]),
    line(labels.files, verified.files(items, totals.received.bytes)),
    ...(totals.handedOver.items === 0
      ? []
      : [line(labels.links, verified.handedOver(totals.handedOver.items))]),
    line(labels.head, head),
    line(labels.result, intact ? verified.intact : verified.notIntact),
    ...problems.map((problem) => line('', printable(verifyProblemText(problem)))),
  ];
}

export function comparisonLines({ against }: VerifyReport, width: number): string[] {
  if (against === null) return [];
  const { counts } = words;
  const rows: readonly (readonly [files: number, text: string])[] = [
    [against.same, counts.same],
    [against.sameSizeOnly, counts.sameSizeOnly],
    [against.missing, counts.missing],
    [against.changed, counts.changed],
    [against.unreadable, counts.unreadable],
    [against.notInReceipt, counts.notInReceipt],
    [against.notCompared, counts.notCompared],
  ];
  const shownRows = rows.filter(([files], at) => files > 0 || at === 0);
  const countWidth = Math.max(...shownRows.map(([files]) => formatCount(files).length));
  const shown = against.differences.slice(0, maxListedDifferences);
  const more = against.differences.length + against.differencesNotListed - shown.length;
  return [
    words.heading(printable(against.folder)),
    ...shownRows.map(([files, text]) => `  ${formatCount(files).padStart(countWidth)} ${text}`),
    ...shown.flatMap((difference) => differenceLines(difference, width)),
    ...(more > 0 ? [`  ${words.more(more)}`] : []),
  ];
}

function differenceLines({ kind, path, reason }: Difference, width: number): string[] {
  const label = `  ${differenceKinds[kind]}: `;
  const line = `${label}${truncateMiddle(printable(path), width - label.length)}`;
  // For these two, the label is the whole reason.
  if (reason.code === 'missing' || reason.code === 'not-in-receipt') return [line];
  return [line, `      ${printable(differenceText(reason))}`];
}

/** For scripts: the text beside the code. */
function withText({ path, kind, reason }: Difference) {
  return { path, kind, why: differenceText(reason), reason };
}
