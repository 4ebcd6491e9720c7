import { sizeAfterText, sizeEstimateText } from '../../../preload/contract/texts/database-growth-text.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import { linkWarningText } from '../../../preload/contract/texts/link-check-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { contentTypeFacts } from '../../../preload/contract/views/content-type.ts';
import type { CustodianOrigin } from '../../../preload/contract/views/custodian-rule.ts';
import { sizeAfterGb } from '../../../preload/contract/views/database-growth.ts';
import { sandboxSpaceText } from '../../../preload/contract/views/sandbox-space.ts';
import type { Tally, UploadId, UploadPlan } from '../../engine/index.ts';
import type { CliContext } from '../cli-context.ts';
import { formatList, left, maxListedRows, right, shrinking } from '../terminal/table.ts';
import { plan as words } from '../words/plan.ts';
import { moreInJson } from '../words/uploads.ts';
import { planLines } from './summary.ts';

/**
 * `id` is null for a dry run, which also lists the file types. `database`: its size now in GB, null where the key can't read it;
 * null without a connection.
 */
export function printPlan(
  { output }: CliContext,
  plan: UploadPlan,
  id: UploadId | null,
  database: { readonly nowGb: number | null } | null,
): void {
  output.event('plan', { upload: id, ...plan });
  if (!output.json) output.print(...planLines(plan, { nowMs: Date.now() }));
  if (database !== null) printDatabaseSize(output, plan, database.nowGb, id);
  if (plan.sandboxSpace !== null) output.warn(printable(sandboxSpaceText(plan.sandboxSpace)));
  for (const { link, warnings } of plan.links) {
    for (const warning of warnings) output.warn(words.linkWarning(printable(link), linkWarningText(warning)));
  }
  if (plan.custodians.some((row) => row.custodian !== null)) {
    const rows = plan.custodians.map((row) => ({ ...row, name: row.custodian }));
    output.print('', ...breakdownTable(words.custodian, rows, output.tableWidth, originText));
  }
  if (plan.insideContainers.length > 0) {
    const rows = plan.insideContainers.map((row) => ({
      ...row,
      name: words.insideContainer(row.custodian, row.uncheckedFolders),
    }));
    output.print('', ...breakdownTable(words.insideContainers, rows, output.tableWidth));
  }
  const unchecked = plan.insideContainers.reduce((sum, row) => sum + row.uncheckedFolders, 0);
  if (unchecked > 0) output.warn(words.uncheckedFolders(unchecked));
  if (plan.skippedByChoice.length > 0) {
    const rows = plan.skippedByChoice.map((row) => ({ ...row, name: words.skippedRules[row.code] }));
    output.print('', ...breakdownTable(words.skippedByChoice, rows, output.tableWidth));
  }
  printNothingLeft(output, plan);
  for (const source of plan.emptySources) output.warn(words.emptySource(printable(source)));
  for (const { line, path, custodian } of plan.unmatchedRows.rows.slice(0, maxListedRows))
    output.warn(words.unmatchedRow(line, printable(path), printable(custodian)));
  const moreRows = plan.unmatchedRows.total - Math.min(plan.unmatchedRows.rows.length, maxListedRows);
  if (moreRows > 0) output.warn(words.moreUnmatchedRows(moreRows));
  if (plan.unnamedFolders.total > 0) output.warn(unnamedFoldersText(plan.unnamedFolders));
  for (const names of plan.similarCustodians.slice(0, maxSimilarGroups))
    output.warn(words.similarCustodians(names.slice(0, maxSimilarNames).map(printable), names.length));
  const moreSimilar = plan.similarCustodians.length - maxSimilarGroups;
  if (moreSimilar > 0) output.warn(words.moreSimilarCustodians(moreSimilar));
  if (id === null && plan.types.length > 0) {
    const rows = plan.types.map((row) => ({ ...row, name: typeName(row) }));
    output.print('', ...breakdownTable(words.fileType, rows, output.tableWidth));
  }
}

/** An upload of which a person chose nothing is finished without having sent anything. */
function printNothingLeft(output: CliContext['output'], { totals, skippedByChoice }: UploadPlan): void {
  if (totals.queued.items > 0 || skippedByChoice.length === 0) return;
  if (skippedByChoice.every(({ code }) => code === 'already-sent')) output.print(words.nothingNew);
  else output.warn(words.nothingSelected);
}

/** An estimate of what the upload adds to the bill. */
function printDatabaseSize(
  output: CliContext['output'],
  { totals, containers }: UploadPlan,
  nowGb: number | null,
  id: UploadId | null,
): void {
  const afterGb = sizeAfterGb(nowGb, totals.queued.bytes, containers);
  output.event('database-size', { upload: id, nowGb, afterGb });
  output.print(
    nowGb === null || afterGb === null
      ? words.databaseSizeUnknown
      : words.databaseSize(
          nowGb,
          `${sizeAfterText(afterGb, totals.queued.bytes, containers)} ${sizeEstimateText}`,
        ),
  );
}

function typeName({ type, extension }: UploadPlan['types'][number]): string {
  return (type === null ? null : (contentTypeFacts(type)?.label ?? type)) ?? extension;
}

const maxSimilarGroups = 5;
const maxSimilarNames = 10;

function unnamedFoldersText({ paths, total }: UploadPlan['unnamedFolders']): string {
  const shown = paths.slice(0, maxListedRows).map(printable);
  return words.unnamedFolders(total, shown, total - shown.length);
}

type BreakdownRow = Tally & { readonly name: string | null };

function breakdownTable<Row extends BreakdownRow>(
  title: string,
  rows: readonly Row[],
  width: number,
  originOf: ((row: Row) => string) | null = null,
): string[] {
  return formatList<Row>(
    [
      shrinking(title, ({ name }) => name || words.none),
      originOf !== null && left(words.assignedBy, originOf),
      right(words.files, ({ items }) => count(items)),
      right(words.size, ({ bytes }) => formatBytes(bytes)),
    ],
    rows,
    width,
    moreInJson,
  );
}

function originText({ from }: { readonly from: CustodianOrigin | null }): string {
  return from === null ? '' : words.origins[from];
}
