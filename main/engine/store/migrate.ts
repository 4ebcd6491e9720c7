import type { Database } from 'better-sqlite3';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { custodians } from './schema/custodians.ts';
import { findings, sentPasswords } from './schema/findings.ts';
import { sourceFilesSending, transfer } from './schema/transfer.ts';
import {
  datasetOrder,
  defaultCustodian,
  rootBirth,
  savedReceipts,
  sendingTime,
  uploads,
} from './schema/uploads.ts';
import { custodiansComparedBy, watch, watchedRoot } from './schema/watch.ts';

interface Migration {
  readonly number: number;
  readonly sql: string;
}

/**
 * In order. The first one makes the whole schema; what changes later is a migration, which never changes again. Stores with
 * lower numbers are of previews, which had others.
 */
export const migrations: readonly Migration[] = [
  { number: 51, sql: [uploads, findings, custodians, transfer, watch].join('') },
  { number: 52, sql: watchedRoot },
  { number: 53, sql: savedReceipts },
  { number: 54, sql: rootBirth },
  { number: 55, sql: sendingTime },
  { number: 56, sql: sentPasswords },
  { number: 57, sql: datasetOrder },
  { number: 58, sql: custodiansComparedBy },
  { number: 59, sql: defaultCustodian },
  { number: 60, sql: sourceFilesSending },
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

/** Checks that this version can read a database, upgraded or not. Fails with store-newer or store-preview. */
export function checkUpgradable(db: Database): Result<void> {
  return unsupported(db, migrations) ?? success(undefined);
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
