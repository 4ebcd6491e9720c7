import { differenceText, verifyProblemText } from '../../../preload/contract/verify-text.ts';
import type { Difference, VerifyReport } from '../../engine/index.ts';
import type { ExitCode } from '../exit-code.ts';
import { type Invocation, refuse } from '../invocation.ts';
import { cutMiddle, printable } from '../text.ts';
import { bytes, count, counted, moment } from '../units.ts';

export interface VerifyOptions {
  readonly json?: true;
  readonly against?: string;
}

const listedDifferences = 50;

/** Exit 0: as it was; 2: the files differ; 1: the receipt itself cannot be used. */
export async function verify(
  invocation: Invocation,
  path: string,
  options: VerifyOptions,
): Promise<ExitCode> {
  const { screen } = invocation;
  const { verifyReceipt } = await import('../../engine/index.ts');
  const verified = await verifyReceipt(path, {
    against: options.against,
    onDifference: (difference) => screen.event('difference', withText(difference)),
  });
  if (!verified.ok) return refuse(invocation, verified.failure);
  const report = verified.value;
  screen.event('verified', {
    ...report,
    problems: report.problems.map(verifyProblemText),
    against: report.against && {
      ...report.against,
      differences: report.against.differences.map(withText),
    },
  });
  screen.say(...receiptLines(report), ...againstLines(report, screen.width));
  if (!report.intact) return 1;
  return differs(report) ? 2 : 0;
}

export function differs({ against }: VerifyReport): boolean {
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
    ...(issuedAt === null ? [] : [`  Issued    ${moment(issuedAt)}`]),
    `  Lists     ${counted(items, 'file')}, ${bytes(totals.received.bytes)}`,
    `  Chain     ${head}`,
    intact
      ? '  Intact    It is as it was written, and explains every file.'
      : '  NOT INTACT: it is not as it was written, or does not explain every file.',
    ...problems.map((problem) => `            ${printable(verifyProblemText(problem))}`),
  ];
}

export function againstLines({ against }: VerifyReport, width: number): string[] {
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
  const wide = Math.max(...told.map(([items]) => count(items).length));
  const shown = against.differences.slice(0, listedDifferences);
  const more = against.differences.length + against.differencesNotListed - shown.length;
  return [
    `Against ${printable(against.folder)}`,
    ...told.map(([items, words]) => `  ${count(items).padStart(wide)} ${words}`),
    ...shown.flatMap((difference) => differenceLines(difference, width)),
    ...(more > 0 ? [`  … and ${count(more)} more differences: see them all with --json`] : []),
  ];
}

function differenceLines({ kind, path, reason }: Difference, width: number): string[] {
  return [
    `  ${kind}: ${cutMiddle(printable(path), width - kind.length - 4)}`,
    `      ${printable(differenceText(reason))}`,
  ];
}

/** For scripts: the words beside the code. */
function withText({ path, kind, reason }: Difference) {
  return { path, kind, why: differenceText(reason), reason };
}
