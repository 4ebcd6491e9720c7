/** What is known of the folders of a round that was interrupted: what is on disk, and what the service's ledger says. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sentSha1 } from './check.ts';
import { movedFolder, sha1Of, type Tree } from './tree.ts';

interface LedgerRow {
  readonly rule: number;
  readonly path: string;
  readonly state: string;
  readonly sha1: string | null;
  readonly fileId: number;
  readonly sizeBytes: number;
  readonly movedTo: string | null;
}

/** Of names that a writer was at work on. */
const unfinished = /(\.part|\.tmp|\.crdownload|\.[A-Za-z0-9]{6})$/;

/** As if the trees' writers had written what is there, and what the ledger says was there. */
export function restoreTrees(trees: readonly Tree[], stateDir: string): void {
  const db = new Sqlite(join(stateDir, 'lading.db'), { readonly: true });
  const select = db.prepare<[string], LedgerRow>(
    `SELECT file.rule_id AS rule, CASE folder.path WHEN '' THEN file.name ELSE folder.path || '/' || file.name END AS path,
       file.state, ${sentSha1} AS sha1, file_id AS fileId, size_bytes AS sizeBytes, moved_to AS movedTo
     FROM watch_files AS file JOIN watch_folders AS folder ON folder.id = folder_id
       JOIN watch_rules AS rule ON rule.id = file.rule_id
     WHERE rule.rule ->> '$.path' = ? ORDER BY file.id`,
  );
  try {
    for (const tree of trees) restoreTree(tree, select.all(tree.path));
  } finally {
    db.close();
  }
}

function restoreTree(tree: Tree, rows: readonly LedgerRow[]): void {
  const found = filesOf(tree);
  const byFileId = new Map([...found.values()].map((file) => [file.fileId, file]));
  for (const { path, sha1, state, fileId, sizeBytes } of rows) {
    const now = byFileId.get(fileId);
    // What is being sent was not hashed yet. It may have another name since.
    const content = sha1 === null ? (now?.sizeBytes === sizeBytes ? now.sha1 : null) : sha1;
    if (content !== null) tree.restoreSent(path, content, state === 'sent');
  }
  const movedFrom = new Map(rows.flatMap(({ path, movedTo }) => (movedTo === null ? [] : [[movedTo, path]])));
  const latest = new Map(rows.map((row) => [`${row.rule} ${row.path}`, row]));
  const ruleIds = new Set(rows.map(({ rule }) => rule));
  for (const [path, { sha1, isLinked }] of found) {
    if (tree.isMoving && path.startsWith(`${movedFolder}/`)) {
      tree.moved.push({ path: movedFrom.get(path) ?? path.slice(movedFolder.length + 1), sha1 });
      continue;
    }
    // A write to one would change the other.
    if (isLinked) tree.busy.add(path);
    // What counts as renamed may have been copied: then it may be sent as a copy.
    const isSent = [...ruleIds].some((rule) => {
      const row = latest.get(`${rule} ${path}`);
      return row?.state === 'sent' && row.sha1 === sha1;
    });
    tree.restoreFile(path, sha1, isSent && !isLinked);
  }
}

function filesOf(tree: Tree) {
  const found = new Map<string, { sha1: string; fileId: number; sizeBytes: number; isLinked: boolean }>();
  for (const path of readdirSync(tree.path, { recursive: true, encoding: 'utf8' })) {
    const at = tree.at(path);
    const stats = statSync(at);
    if (!stats.isFile()) continue;
    if (unfinished.test(basename(path))) rmSync(at);
    else {
      const [sha1, isLinked] = [sha1Of(readFileSync(at)), stats.nlink > 1];
      found.set(path, { sha1, fileId: stats.ino, sizeBytes: stats.size, isLinked });
    }
  }
  return found;
}
