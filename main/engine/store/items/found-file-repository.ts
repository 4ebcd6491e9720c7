/** Files that were sent, or are to be, with something that a person has to look at: which, and what it is. */
import type { Database } from 'better-sqlite3';
import { exceptionLabels } from '../../../../preload/contract/texts/exception-text.ts';
import { findingTitle } from '../../../../preload/contract/texts/finding-text.ts';
import { type Issue, issueOf } from '../../../../preload/contract/views/exception.ts';
import type { FoundFile, FoundInRule } from '../../../../preload/contract/views/found-file.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { joinPath } from '../../types/source-path.ts';

interface FoundRow {
  readonly id: number;
  readonly itemId: number | null;
  readonly link: string | null;
  readonly folder: string | null;
  readonly name: string | null;
  readonly issue: Issue;
}

const rowsPerPage = 500;

export function createFoundFileRepository(db: Database) {
  const selectOfUpload = db.prepare<[UploadId, number, number], FoundRow>(
    `SELECT items.id, items.id AS itemId, link, folders.path AS folder, items.name, issue
     FROM items INDEXED BY items_with_issues LEFT JOIN folders ON folders.id = folder_id
     WHERE items.upload_id = ? AND issue IS NOT NULL AND items.id > ?
       AND (state = 'queued' OR state = 'uploading' OR state = 'accepted' OR state = 'handedOver')
     ORDER BY items.id LIMIT ?`,
  );
  const found = 'INDEXED BY watch_files_found';
  const sentWithIssue = "WHERE file.rule_id = ? AND issue IS NOT NULL AND state = 'sent'";
  const countOfRule = db.prepare<[number], { issue: Issue; files: number }>(
    `SELECT issue, count(*) AS files FROM watch_files AS file ${found} ${sentWithIssue} GROUP BY issue`,
  );
  // The ones that a person doesn't know yet come first.
  const selectOfRule = db.prepare<[number, number], FoundRow>(
    `SELECT file.id, item_id AS itemId, NULL AS link, path AS folder, name, issue
     FROM watch_files AS file ${found} CROSS JOIN watch_folders ON watch_folders.id = folder_id
     ${sentWithIssue} ORDER BY file.id DESC LIMIT ?`,
  );
  const selectCodes = db
    .prepare<[number], string>('SELECT code FROM findings WHERE item_id = ? ORDER BY severity, id')
    .pluck();

  /** By its title; null where the finding is gone. */
  function whatIs(itemId: number | null, issue: Issue): string | null {
    if (itemId === null) return null;
    const code = selectCodes.all(itemId).find((each) => issueOf(each, false) === issue);
    return code === undefined ? null : findingTitle(code);
  }

  const selectIssue = db.prepare<[ItemId], Issue | null>('SELECT issue FROM items WHERE id = ?').pluck();

  function toFound({ itemId, link, folder, name, issue }: FoundRow): FoundFile {
    return { path: link ?? joinPath(folder ?? '', name ?? ''), issue, finding: whatIs(itemId, issue) };
  }

  return {
    /** In inventory order, read page by page. */
    *ofUpload(uploadId: UploadId): Generator<FoundFile> {
      for (let after = 0; ; ) {
        const rows = selectOfUpload.all(uploadId, after, rowsPerPage);
        for (const row of rows) yield toFound(row);
        if (rows.length < rowsPerPage) return;
        after = rows.at(-1)?.id ?? 0;
      }
    },
    /** The files of a watched folder, the newest first. */
    ofRule: (ruleId: number, limit: number): FoundInRule => ({
      ruleId,
      issues: Object.fromEntries(countOfRule.all(ruleId).map(({ issue, files }) => [issue, files])),
      files: selectOfRule.all(ruleId, limit).map(toFound),
    }),
    whatIs,
    /** What was found of an item, by its title. Returns null if nobody has to look at it. */
    ofItem(id: ItemId): string | null {
      const issue = selectIssue.get(id) ?? null;
      return issue === null ? null : (whatIs(id, issue) ?? exceptionLabels[issue]);
    },
  };
}
