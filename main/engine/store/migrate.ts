import type { Database } from 'better-sqlite3';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failure.ts';
import { foldText } from '../../../preload/contract/fold-text.ts';
import { sql as initial } from './migrations/0004-initial.ts';
import { sql as handedOver } from './migrations/0005-handed-over.ts';
import { sql as startedAt } from './migrations/0006-started-at.ts';
import { sql as fileTimes } from './migrations/0007-file-times.ts';
import { sql as folderKeys } from './migrations/0008-folder-keys.ts';
import { sql as linkChecks } from './migrations/0009-link-checks.ts';
import { sql as lineSpeeds } from './migrations/0010-line-speeds.ts';
import { sql as sourceIdentity } from './migrations/0011-source-identity.ts';
import { sql as unreadFolders } from './migrations/0012-unread-folders.ts';
import { sql as etagScopes } from './migrations/0013-etag-scopes.ts';
import { sql as uploadLimits } from './migrations/0014-upload-limits.ts';
import { sql as foldedNames } from './migrations/0015-folded-names.ts';
import { sql as platformIds } from './migrations/0016-platform-ids.ts';
import { sql as fileVersion } from './migrations/0017-file-version.ts';
import { sql as signingKeys } from './migrations/0018-signing-keys.ts';
import { sql as databaseCheck } from './migrations/0019-database-check.ts';
import { sql as packs } from './migrations/0020-packs.ts';
import { sql as custodianRules } from './migrations/0021-custodian-rules.ts';
import { sql as containerFolders } from './migrations/0022-container-folders.ts';
import { sql as findings } from './migrations/0023-findings.ts';
import { sql as selection } from './migrations/0024-selection.ts';
import { sql as custodianMatches } from './migrations/0025-custodian-matches.ts';
import { sql as passwordTrials } from './migrations/0026-password-trials.ts';
import { sql as hashLists } from './migrations/0027-hash-lists.ts';
import { sql as fileChoices } from './migrations/0028-file-choices.ts';
import { sql as watchedFolders } from './migrations/0029-watched-folders.ts';
import { sql as watchSchedules } from './migrations/0030-watch-schedules.ts';
import { sql as watchMoves } from './migrations/0031-watch-moves.ts';
import { sql as watchContents } from './migrations/0032-watch-contents.ts';
import { sql as watchBatches } from './migrations/0033-watch-batches.ts';
import { sql as watchSending } from './migrations/0034-watch-sending.ts';
import { sql as watchGone } from './migrations/0035-watch-gone.ts';
import { sql as watchSendingRules } from './migrations/0036-watch-sending-rules.ts';
import { sql as watchMoved } from './migrations/0037-watch-moved.ts';
import { sql as watchRenames } from './migrations/0038-watch-renames.ts';
import { sql as sentVersions } from './migrations/0039-sent-versions.ts';
import { sql as inventoryLog } from './migrations/0040-inventory-log.ts';
import { sql as sha256 } from './migrations/0041-sha256.ts';
import { sql as confirmedLinkHosts } from './migrations/0042-confirmed-link-hosts.ts';
import { sql as lineMeasurements } from './migrations/0043-line-measurements.ts';
import { sql as itemIssues } from './migrations/0044-item-issues.ts';
import { sql as sentBirths } from './migrations/0045-sent-births.ts';
import { sql as keptInspections } from './migrations/0046-kept-inspections.ts';
import { sql as watchFindings } from './migrations/0047-watch-findings.ts';
import { sql as csvSeparators } from './migrations/0048-csv-separators.ts';
import { sql as doubtfulFolders } from './migrations/0049-doubtful-folders.ts';
import { sql as renamedCustodians } from './migrations/0050-renamed-custodians.ts';

interface Migration {
  readonly number: number;
  readonly sql: string;
}

/** In order. Once released, a migration never changes. Stores with lower numbers are of previews, which had others. */
export const migrations: readonly Migration[] = [
  { number: 4, sql: initial },
  { number: 5, sql: handedOver },
  { number: 6, sql: startedAt },
  { number: 7, sql: fileTimes },
  { number: 8, sql: folderKeys },
  { number: 9, sql: linkChecks },
  { number: 10, sql: lineSpeeds },
  { number: 11, sql: sourceIdentity },
  { number: 12, sql: unreadFolders },
  { number: 13, sql: etagScopes },
  { number: 14, sql: uploadLimits },
  { number: 15, sql: foldedNames },
  { number: 16, sql: platformIds },
  { number: 17, sql: fileVersion },
  { number: 18, sql: signingKeys },
  { number: 19, sql: databaseCheck },
  { number: 20, sql: packs },
  { number: 21, sql: custodianRules },
  { number: 22, sql: containerFolders },
  { number: 23, sql: findings },
  { number: 24, sql: selection },
  { number: 25, sql: custodianMatches },
  { number: 26, sql: passwordTrials },
  { number: 27, sql: hashLists },
  { number: 28, sql: fileChoices },
  { number: 29, sql: watchedFolders },
  { number: 30, sql: watchSchedules },
  { number: 31, sql: watchMoves },
  { number: 32, sql: watchContents },
  { number: 33, sql: watchBatches },
  { number: 34, sql: watchSending },
  { number: 35, sql: watchGone },
  { number: 36, sql: watchSendingRules },
  { number: 37, sql: watchMoved },
  { number: 38, sql: watchRenames },
  { number: 39, sql: sentVersions },
  { number: 40, sql: inventoryLog },
  { number: 41, sql: sha256 },
  { number: 42, sql: confirmedLinkHosts },
  { number: 43, sql: lineMeasurements },
  { number: 44, sql: itemIssues },
  { number: 45, sql: sentBirths },
  { number: 46, sql: keptInspections },
  { number: 47, sql: watchFindings },
  { number: 48, sql: csvSeparators },
  { number: 49, sql: doubtfulFolders },
  { number: 50, sql: renamedCustodians },
];

function version(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Whether a database can be brought to this version; null if so. An empty one has version 0. */
function unsupported(db: Database, steps: typeof migrations): Failed | null {
  const found = version(db);
  const supported = steps.at(-1)?.number ?? 0;
  if (found > supported) return failure('store-newer', { path: db.name, version: found, supported });
  const oldest = steps[0]?.number ?? 0;
  const isPreview = found > 0 && found < oldest;
  return isPreview ? failure('store-preview', { path: db.name, version: found, oldest }) : null;
}

/**
 * Checks that a database that is only read has this version's schema. Fails with store-newer, store-preview or
 * store-outdated.
 */
export function checkVersion(db: Database): Result<void> {
  const refused = unsupported(db, migrations);
  if (refused !== null) return refused;
  return version(db) === migrations.at(-1)?.number
    ? success(undefined)
    : failure('store-outdated', { path: db.name });
}

/**
 * Brings a database to this version, one transaction per migration, so that a kill leaves it at a whole number. An empty
 * one takes a single transaction: each waits for the disk.
 *
 * Fails with store-newer or store-preview.
 */
export function migrate(db: Database, steps = migrations): Result<number> {
  const newest = steps.at(-1)?.number ?? 0;
  const found = version(db);
  const refused = unsupported(db, steps);
  if (refused !== null) return refused;
  const missing = steps.filter((step) => step.number > found);
  if (missing.length === 0) return success(newest);
  db.function('folded', { deterministic: true }, (text) => foldText(String(text)));
  // A migration may copy a table to change it. This can't be switched inside a transaction.
  db.pragma('foreign_keys = OFF');
  try {
    for (const batch of found === 0 ? [missing] : missing.map((step) => [step]))
      db.transaction(() => {
        for (const step of batch) apply(db, step);
      }).immediate();
  } finally {
    db.pragma('foreign_keys = ON');
  }
  return success(newest);
}

function apply(db: Database, { number, sql }: Migration): void {
  db.exec(sql);
  const [dangling] = db.pragma('foreign_key_check') as readonly unknown[];
  if (dangling !== undefined)
    throw new Error(`Migration ${number} leaves dangling rows: ${JSON.stringify(dangling)}`);
  db.pragma(`user_version = ${number}`);
}
