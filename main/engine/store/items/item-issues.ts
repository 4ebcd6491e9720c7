/** What a person has to look at of each file, kept with its row: the worst of what was found of it. */

import type { Database } from 'better-sqlite3';
import {
  type ExceptionCounts,
  type ExceptionGroup,
  exceptionGroup,
  type Issue,
  issueOf,
  membersOf,
  noExceptions,
} from '../../../../preload/contract/views/exception.ts';
import { type FindingCode, findingTable } from '../../../../preload/contract/views/finding.ts';
import { issues } from '../../../../preload/contract/views/states.ts';
import type { UploadId } from '../../types/ids.ts';
import type { ItemState, Totals } from '../../types/uploads.ts';
import { isProblem } from './item-conditions.ts';

const quoted = (text: string): string => `'${text}'`;
const codes = Object.keys(findingTable);
/** Whether the passwords that were entered open the file of a finding. */
export const isOpened = `EXISTS (SELECT 1 FROM password_trials
  WHERE password_trials.item_id = findings.item_id AND status = 'opened')`;
/** The rank of a finding's issue; null without one. */
const rank = `CASE ${codes
  .flatMap((code) => {
    const issue = issueOf(code, false);
    if (issue === null) return [];
    const condition = issueOf(code, true) === issue ? '' : ` AND NOT ${isOpened}`;
    return [`WHEN code = ${quoted(code)}${condition} THEN ${issues.indexOf(issue)}`];
  })
  .join(' ')} END`;
const issueOfRank = issues.map((issue, index) => `WHEN ${index} THEN ${quoted(issue)}`).join(' ');
const worst = `(SELECT CASE min(${rank}) ${issueOfRank} END FROM findings WHERE findings.item_id = items.id)`;

/** SQL that updates the issue of these items. `ids`: what the IN operator takes. Call after its findings or its password changed. */
export const updateIssues = (ids: string): string => `UPDATE items SET issue = ${worst} WHERE id IN (${ids})`;

export const hasIssue = (code: FindingCode): boolean => issueOf(code, false) !== null;

/** A condition on items. */
export function isInGroups(groups: readonly ExceptionGroup[]): string {
  const conditions = groups.flatMap(membersOf).map(isMember);
  // Two small indexes instead of a million rows.
  return `items.id IN (SELECT id FROM items WHERE upload_id = @uploadId AND ${isProblem}
      UNION ALL SELECT id FROM items WHERE upload_id = @uploadId AND issue IS NOT NULL)
    AND (${conditions.join(' OR ')})`;
}

/** Sorts items by what a person looks at first. */
export function groupRank(groups: readonly ExceptionGroup[]): string {
  const cases = groups.flatMap((group, index) =>
    membersOf(group).map((member) => `WHEN ${isMember(member)} THEN ${index}`),
  );
  return `CASE ${cases.join(' ')} END`;
}

function isMember({ state, issue }: { readonly state: ItemState; readonly issue: Issue | null }): string {
  return `(items.state = ${quoted(state)} AND items.issue IS ${issue === null ? 'NULL' : quoted(issue)})`;
}

export function createExceptionCounts(db: Database) {
  const select = db.prepare<[number], { state: ItemState; issue: Issue; items: number }>(
    'SELECT state, issue, items FROM issue_totals WHERE upload_id = ? AND items > 0',
  );
  const clearTotals = db.prepare<[UploadId]>('DELETE FROM issue_totals WHERE upload_id = ?');
  return {
    /** The exceptions of an upload with these totals. */
    of(uploadId: number, totals: Totals): ExceptionCounts {
      const counts = { ...noExceptions };
      const rows = select.all(uploadId);
      const withIssue = (state: ItemState): number =>
        rows.reduce((sum, row) => (row.state === state ? sum + row.items : sum), 0);
      for (const state of ['failed', 'held', 'skipped'] as const) {
        const group = exceptionGroup(state, null);
        if (group !== null) counts[group] += totals[state].items - withIssue(state);
      }
      for (const { state, issue, items } of rows) {
        const group = exceptionGroup(state, issue);
        if (group !== null) counts[group] += items;
      }
      return counts;
    },
    /** With the items of an upload. */
    clear: (uploadId: UploadId): void => void clearTotals.run(uploadId),
  };
}
