import type { Database } from 'better-sqlite3';
import type { SelectionView } from '../../../preload/contract/calls/selection-calls.ts';
import {
  everything,
  type Selection,
  type SelectionCode,
  type SystemFileKind,
} from '../../../preload/contract/views/selection.ts';
import { candidateOptions, decider, maySkipDuplicate } from '../intake/selection/apply-selection.ts';
import type { CandidateRow } from '../store/items/selection-repository.ts';
import type { Repositories } from '../store/repositories.ts';
import type { UploadId } from '../types/ids.ts';
import { readAlreadySent } from '../uploads/prepare/plan-inventory.ts';

const rowsPerPage = 5_000;

interface Tally {
  items: number;
  bytes: number;
}

/** What a draft's rules skip, and what other rules would. */
export function createSelectionQueries(db: Database, { uploads, selections, findings }: Repositories) {
  const tallyFindings = db.prepare<[number, string], Tally>(
    `SELECT count(*) AS items, coalesce(sum(size_bytes), 0) AS bytes FROM findings JOIN items ON items.id = item_id
     WHERE findings.upload_id = ? AND severity IN (0, 2) AND code = ?`,
  );
  const tallyKinds = db.prepare<[number], Tally & { kind: SystemFileKind }>(
    `SELECT details ->> '$.kind' AS kind, count(*) AS items, sum(size_bytes) AS bytes
     FROM findings JOIN items ON items.id = item_id
     WHERE findings.upload_id = ? AND severity = 2 AND code = 'system-file' GROUP BY 1 ORDER BY 2 DESC`,
  );
  const tally = (uploadId: UploadId, code: string): Tally =>
    tallyFindings.get(uploadId, code) ?? { items: 0, bytes: 0 };

  return {
    selection: (uploadId: UploadId): Omit<SelectionView, 'checking'> => ({
      rules: uploads.get(uploadId)?.request.selection ?? everything,
      skipped: selections.tallies(uploadId).map((each) => ({ ...each })),
      systemFiles: tallyKinds.all(uploadId),
      alreadySent: readAlreadySent({ findings }, uploadId, { uploads }),
      sentAgain: findings.sentAgain(uploadId),
      known: tally(uploadId, 'known-file'),
      duplicates: tally(uploadId, 'duplicate'),
      mismatches: tally(uploadId, 'hash-mismatch').items,
    }),
    /** Duplicates count as flagged: which one is kept is decided when the rules are applied. */
    selectionPreview(uploadId: UploadId, rules: Selection) {
      const id = uploadId;
      const decide = decider(rules);
      const options = candidateOptions(rules);
      const queued: Tally = { items: 0, bytes: 0 };
      const skipped = new Map<SelectionCode, Tally>();
      const unknown = new Set([...rules.custodians, ...rules.notCustodians]);
      for (const state of ['queued', 'skipped'] as const)
        for (let after = 0; ; ) {
          const rows = selections.candidates(state, id, after, rowsPerPage, options);
          for (const row of rows) {
            if (row.custodian !== null) unknown.delete(row.custodian);
            const code = codeOf(decide(row), rules, row);
            const to = code === null ? queued : (skipped.get(code) ?? { items: 0, bytes: 0 });
            to.items += 1;
            to.bytes += row.ownBytes;
            if (code !== null) skipped.set(code, to);
          }
          if (rows.length < rowsPerPage) break;
          after = rows.at(-1)?.id ?? 0;
        }
      return {
        queued,
        skipped: [...skipped].map(([code, sums]) => ({ code, ...sums })),
        unknownCustodians: [...unknown],
      };
    },
  };
}

function codeOf(reason: string | null, rules: Selection, row: CandidateRow): SelectionCode | null {
  if (reason !== null) return (JSON.parse(reason) as { readonly code: SelectionCode }).code;
  return rules.skipDuplicates && row.isDuplicate === 1 && maySkipDuplicate(row) ? 'duplicate' : null;
}
