import type { Difference, VerifyReport } from '../../engine/index.ts';
import { type CliContext, reportFailure } from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import { formatBytes, formatCount, formatTime, pluralize } from '../format.ts';
import { printable, truncateMiddle } from '../table.ts';

export interface VerifyOptions {
  readonly json?: true;
  readonly against?: string;
}

const listedDifferences = 50;

/** Exit 0: as it was; 2: the files differ; 1: the receipt itself cannot be used. */
export async function verify(context: CliContext, path: string, options: VerifyOptions): Promise<ExitCode> {
  const { output } = context;
  const { verifyReceipt } = await import('../../engine/index.ts');
  const verified = await verifyReceipt(path, {
    against: options.against,
    onDifference: (difference) => output.event('difference', { ...difference }),
  });
  if (!verified.ok) return reportFailure(context, verified.failure);
  const report = verified.value;
  output.event('verified', { ...report });
  output.print(...receiptLines(report), ...comparisonLines(report, output.width));
  if (!report.intact) return 1;
  return hasDifferences(report) ? 2 : 0;
}

export function hasDifferences({ against }: VerifyReport): boolean {
  return (
    against !== null && against.missing + against.changed + against.unreadable + against.notInReceipt > 0
  );
}

export function receiptLines({
  upload,
  totals,
  items,
  head,
  issuedAt,
  intact,
  problems,
}: VerifyReport): string[] {
  return [
    `Receipt of upload ${upload.id}`,
    `  For       dataset “${printable(upload.datasetName)}”, database “${printable(upload.databaseName)}”`,
    ...(issuedAt === null ? [] : [`  Issued    ${formatTime(issuedAt)}`]),
    `  Lists     ${pluralize(items, 'file')}, ${formatBytes(totals.received.bytes)}`,
    `  Chain     ${head}`,
    intact
      ? '  Intact    It is as it was written, and explains every file.'
      : '  NOT INTACT: it is not as it was written, or does not explain every file.',
    ...problems.map((problem) => `            ${printable(problem)}`),
  ];
}

export function comparisonLines({ against }: VerifyReport, width: number): string[] {
  if (against === null) return [];
  const rows: readonly (readonly [number, string])[] = [
    [against.same, 'the same, by size and SHA-1'],
    [against.sameSizeOnly, 'of the same size; the receipt has no SHA-1 for them'],
    [against.missing, 'missing'],
    [against.changed, 'changed'],
    [against.unreadable, 'unreadable'],
    [against.notInReceipt, 'in the folder, not in the receipt'],
    [against.notCompared, 'not compared: links, and what was left out'],
  ];
  const told = rows.filter(([items], at) => items > 0 || at === 0);
  const wide = Math.max(...told.map(([items]) => formatCount(items).length));
  const shown = against.differences.slice(0, listedDifferences);
  const more = against.differences.length + against.differencesNotListed - shown.length;
  return [
    `Against ${printable(against.folder)}`,
    ...told.map(([items, words]) => `  ${formatCount(items).padStart(wide)} ${words}`),
    ...shown.flatMap((difference) => differenceLines(difference, width)),
    ...(more > 0 ? [`  … and ${formatCount(more)} more differences: see them all with --json`] : []),
  ];
}

function differenceLines({ kind, path, why }: Difference, width: number): string[] {
  return [
    `  ${kind}: ${truncateMiddle(printable(path), width - kind.length - 4)}`,
    `      ${printable(why)}`,
  ];
}
