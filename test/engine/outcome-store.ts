/** A store with an upload of every outcome, and what a receipt of it says after an edit. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { expect } from 'vitest';
import { readSource } from '../../main/engine/custody/read-source.ts';
import type { ReceiptSource } from '../../main/engine/custody/receipt.ts';
import { createReceiptReader } from '../../main/engine/custody/receipt-reader.ts';
import { createReceiptSource } from '../../main/engine/custody/receipt-rows.ts';
import { createUploadRepository } from '../../main/engine/store/uploads/upload-repository.ts';
import { nextEvent } from '../../main/engine/types/hash-chain.ts';
import { everything } from '../../preload/contract/views/selection.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { startRangeServer } from '../fakes/range-server.ts';
import { jsonOf } from '../fixtures/receipt.ts';
import { unwrap } from '../fixtures/result.ts';
import { never, openTestEnv, requestFor, runOptions, withEngine } from './harness.ts';

/** Accepted alone, in a pack, and after a retry; skipped, failed, waiting, and handed over. */
export async function storeOfEveryOutcome(): Promise<{
  readonly original: Buffer;
  readonly end: () => Promise<void>;
}> {
  const env = await openTestEnv();
  await using host = await startRangeServer({ '/mail.pst': { bytes: Buffer.alloc(2000) } });
  await makeEvidence(env.evidence, {
    'Ann/archive.zip': 30_000,
    'Ann/a.txt': 900,
    'Ann/b.txt': 700,
    'Bob/skipped.tmp': 50,
    'Bob/empty.txt': 0,
    'Bob/again.txt': 100,
    'Bob/gone.txt': 60,
    'Bob/waits.txt': 70,
  });
  await writeFile(Buffer.concat([Buffer.from(`${env.evidence}/Bob/caf`), Buffer.from([0xe9])]), 'coffee');
  await withEngine(env, async (engine) => {
    const request = requestFor(env, {
      pack: 'always',
      custodianRules: [{ kind: 'folder', level: 1 }],
      custodian: 'Default, Dee',
      selection: { ...everything, exclude: ['*.tmp'] },
      links: [`${host.origin}/mail.pst`],
    });
    const id = unwrap(await engine.prepare(request, never));
    const missing = ['again', 'gone', 'waits'].map((name) => join(env.evidence, `Bob/${name}.txt`));
    for (const path of missing) await rm(path);
    unwrap(await engine.run(id, runOptions()));
    await writeFile(missing[0] ?? '', 'longer than before'.repeat(20));
    unwrap(await engine.requeueFailed(id));
    unwrap(await engine.run(id, runOptions()));
    await writeFile(missing[2] ?? '', 'another'.repeat(10));
    unwrap(await engine.requeueFailed(id));
  });
  const db = new Sqlite(join(env.stateDir, 'lading.db'));
  // A database in memory has no log of writes.
  db.pragma('journal_mode = DELETE');
  const original = db.serialize();
  db.close();
  return { original, end: env.end };
}

export function sourceOf(db: Database): ReceiptSource {
  const upload = createUploadRepository(db).getAny(1);
  if (upload === null) throw new Error('There is no upload');
  return createReceiptSource(db, upload);
}

const shownBy = (source: ReceiptSource): string =>
  JSON.stringify([...source.items(), ...source.sourceFiles(), source.upload]);
const shownBefore = new WeakMap<Buffer, string>();

/** What is said at the moment a receipt is written, and what a reader of it says. */
export async function problemsAfter(original: Buffer, sql: string) {
  const db = new Sqlite(original);
  try {
    if (!shownBefore.has(original)) shownBefore.set(original, shownBy(sourceOf(db)));
    db.exec(sql);
    const source = sourceOf(db);
    const after = shownBy(source);
    const { content, problems } = readSource(source);
    const events = [...source.events()];
    const issued = nextEvent(events.at(-1) ?? null, '2040-01-01T00:00:00.000Z', 'receipt-issued', {
      ...content,
      signingKey: null,
    });
    const text = await jsonOf({ ...source, events: () => [...events, issued] }, null);
    const reader = createReceiptReader('receipt.json');
    for (const line of text.trimEnd().split('\n')) expect(reader.line(line)).toBeNull();
    const read = unwrap(reader.end());
    return {
      shows: shownBefore.get(original) !== after,
      written: problems,
      read: read.problems,
      coverage: read.coverage,
    };
  } finally {
    db.close();
  }
}
