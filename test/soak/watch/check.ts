import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Sandbox } from '../../../main/sandbox/index.ts';
import { type Received, receivedFiles } from '../received.ts';
import type { Service } from './service.ts';
import type { Tree } from './tree.ts';

const checkedReceipts = 12;

interface LedgerRow {
  readonly id: number;
  readonly rule: string;
  readonly root: string;
  readonly path: string;
  readonly state: string;
  readonly reason: string | null;
  readonly continuesId: number | null;
  readonly gone: number;
  readonly sha1: string | null;
  readonly version: number;
}

/** SQL: the SHA-1 of what was sent for a row of the ledger. */
export const sentSha1 = `coalesce(
  (SELECT sha1 FROM source_files WHERE source_files.item_id = file.item_id AND abandoned = 0),
  (SELECT sha1 FROM pack_members WHERE pack_members.item_id = file.item_id))`;

/** Everything that must be true once nothing changes any longer. Returns what is not. */
export async function checkWatch(
  service: Service,
  sandbox: Sandbox,
  trees: readonly Tree[],
): Promise<readonly string[]> {
  const received = await receivedFiles(sandbox);
  const db = new Sqlite(join(service.options.stateDir, 'lading.db'), { readonly: true });
  try {
    return [
      ...trees.flatMap((tree) => tree.check()),
      ...checkReceived(received, trees),
      ...checkArrived(received, trees),
      ...checkLedger(db, received, trees),
      ...checkTotals(db),
      ...(await checkReceipts(db, service)),
    ];
  } finally {
    db.close();
  }
}

/** Only what was in the folders as a whole, as often as it was written or copied, with its custodian. */
function checkReceived(received: readonly Received[], trees: readonly Tree[]): readonly string[] {
  const findings: string[] = [];
  const byPath = new Map<string, { path: string; sha1: string; count: number }>();
  const byContent = new Map<string, string[]>();
  for (const { path, sha1, custodian } of received) {
    const key = `${path} with ${sha1}`;
    byPath.set(key, { path, sha1, count: (byPath.get(key)?.count ?? 0) + 1 });
    byContent.set(sha1, [...(byContent.get(sha1) ?? []), path]);
    if (!trees.some((tree) => tree.contents.get(path)?.has(sha1) === true))
      findings.push(`sent, but never there as a whole: ${key}`);
    if (/(\.part|\.tmp|\.crdownload|\.[A-Za-z0-9]{6})$/.test(path))
      findings.push(`a temporary name was sent: ${path}`);
    if (custodian !== path.split('/')[0]) findings.push(`${path} has the custodian ${custodian}`);
  }
  for (const [key, { path, sha1, count }] of byPath) {
    // Files of several trees may have the same path, and be empty.
    const allowed = trees.filter((tree) => tree.contents.get(path)?.has(sha1) === true).length;
    if (count > Math.max(1, allowed)) findings.push(`sent ${count} times: ${key}`);
  }
  for (const [sha1, paths] of byContent) {
    const allowed = trees.reduce((sum, tree) => sum + (tree.copies.get(sha1) ?? 0), 0);
    if (paths.length > allowed)
      findings.push(
        `written ${allowed} times, but sent ${paths.length} times: ${sha1} as ${paths.join(' and ')}`,
      );
  }
  // What is there under several paths was sent as often: one file that was sent explains one path.
  const present = trees.flatMap((tree) => [...tree.files.values(), ...tree.moved.map(({ sha1 }) => sha1)]);
  for (const [sha1, { length }] of Map.groupBy(present, (content) => content)) {
    const sent = byContent.get(sha1)?.length ?? 0;
    if (sent < length) findings.push(`there ${length} times, but sent ${sent} times: ${sha1}`);
  }
  return findings;
}

/** Each file arrived under a path that this very file had: what its writers did says so, and not the ledger. */
function checkArrived(received: readonly Received[], trees: readonly Tree[]): readonly string[] {
  const arrived = new Set(received.map(({ path, sha1 }) => `${path} with ${sha1}`));
  return trees.flatMap((tree) =>
    [...tree.files].flatMap(([path, sha1]) => {
      if (arrived.has(`${path} with ${sha1}`)) return [];
      const paths = [...tree.pathsOf(path)];
      if (paths.some((one) => arrived.has(`${one} with ${sha1}`))) return [];
      return [`never arrived: ${path} with ${sha1}; the same file was at ${paths.join(' and ')}`];
    }),
  );
}

/** What is in the folder was sent, under this path or an earlier one, and the ledger says so. */
function checkLedger(db: Database, received: readonly Received[], trees: readonly Tree[]): readonly string[] {
  const rows = db
    .prepare<[], LedgerRow>(
      `SELECT file.id, rule.name AS rule, rule.rule ->> '$.path' AS root,
         CASE folder.path WHEN '' THEN file.name ELSE folder.path || '/' || file.name END AS path,
         file.state, file.reason, continues_id AS continuesId, gone_at IS NOT NULL AS gone, ${sentSha1} AS sha1, version
       FROM watch_files AS file JOIN watch_folders AS folder ON folder.id = folder_id
         JOIN watch_rules AS rule ON rule.id = file.rule_id ORDER BY file.id`,
    )
    .all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sent = new Set(received.map(({ path, sha1 }) => `${path} with ${sha1}`));
  const findings: string[] = [];
  for (const tree of trees) {
    const own = rows.filter(({ root }) => root === tree.path);
    for (const rule of new Set(own.map((row) => row.rule))) {
      const current = new Map(own.filter((row) => row.rule === rule).map((row) => [row.path, row]));
      for (const [path, row] of current)
        if (row.gone === 0 && !tree.files.has(path) && row.state !== 'gone')
          findings.push(`${rule}: the ledger has ${path} (${row.state}), which is gone`);
      for (const path of tree.files.keys()) {
        const row = current.get(path);
        if (row === undefined || row.gone === 1) findings.push(`${rule}: the ledger doesn't have ${path}`);
      }
    }
    const byPath = Map.groupBy(own, ({ path }) => path);
    for (const [path, sha1] of tree.files) {
      const last = new Map(byPath.get(path)?.map((row) => [row.rule, row]));
      const explained = [...last.values()].map((row) => explain(row, byId));
      const isSent = explained.some((origin) => origin !== null && sent.has(`${origin.path} with ${sha1}`));
      if (!isSent)
        findings.push(
          `not sent: ${path} with ${sha1}; the ledger says ${JSON.stringify([...last.values()])}, ${JSON.stringify(explained)}`,
        );
    }
    for (const { path, sha1 } of tree.moved)
      if (!sent.has(`${path} with ${sha1}`)) findings.push(`moved, but not sent: ${path} with ${sha1}`);
  }
  for (const row of rows) {
    if (['taken', 'settled', 'held'].includes(row.state) || (row.state === 'settling' && row.gone === 1))
      findings.push(`left behind: ${JSON.stringify(row)}`);
    if (row.state === 'sent' && !sent.has(`${row.path} with ${row.sha1}`))
      findings.push(`sent by the ledger only: ${JSON.stringify(row)}`);
  }
  const recorded = new Set(
    rows.filter(({ state }) => state === 'sent').map(({ path, sha1 }) => `${path} with ${sha1}`),
  );
  for (const key of sent) if (!recorded.has(key)) findings.push(`sent, but not by the ledger: ${key}`);
  return findings;
}

/** The row that was sent, of one that is its file. */
function explain(row: LedgerRow, byId: ReadonlyMap<number, LedgerRow>): LedgerRow | null {
  let at: LedgerRow | undefined = row;
  for (let steps = 0; at !== undefined && steps < 100; steps += 1) {
    if (at.state === 'sent') return at;
    if (at.state !== 'renamed' && at.state !== 'skipped') return null;
    at = at.continuesId === null ? undefined : byId.get(at.continuesId);
  }
  return null;
}

/** What triggers count. */
function checkTotals(db: Database): readonly string[] {
  const differences = db
    .prepare<[], { what: string }>(
      `SELECT 'rule ' || rule_id || ' ' || state || ' in ' || top AS what FROM watch_totals
         WHERE files <> (SELECT count(*) FROM watch_files AS file JOIN watch_folders AS folder ON folder.id = folder_id
           WHERE file.rule_id = watch_totals.rule_id AND file.state = watch_totals.state AND folder.top = watch_totals.top)
       UNION ALL SELECT 'folder ' || path FROM watch_folders
         WHERE present <> (SELECT count(*) FROM watch_files WHERE folder_id = watch_folders.id AND gone_at IS NULL)`,
    )
    .all();
  return differences.map(({ what }) => `counted wrong: ${what}`);
}

/** Receipts of batches verify: of some, because each is a command. */
async function checkReceipts(db: Database, service: Service): Promise<readonly string[]> {
  const { stateDir, disk } = service.options;
  const uploads = db
    .prepare<[number], number>(
      'SELECT upload_id FROM watch_batches WHERE upload_id IS NOT NULL ORDER BY random() LIMIT ?',
    )
    .pluck()
    .all(checkedReceipts);
  const findings: string[] = [];
  for (const id of uploads) {
    const path = join(disk.folder, `receipt-${id}.json`);
    const written = await service.command(
      'receipt',
      String(id),
      '--out',
      path,
      '--force',
      '--state',
      stateDir,
    );
    if (written.code !== 0) findings.push(`lading receipt ${id} ended with ${written.code}: ${written.err}`);
    else {
      const verified = await service.command('verify', path, '--state', stateDir);
      if (verified.code !== 0)
        findings.push(`lading verify of ${id} ended with ${verified.code}: ${verified.out}`);
    }
  }
  return findings;
}
