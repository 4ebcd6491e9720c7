import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { UploadId, UploadRequest } from '../../main/engine/index.ts';
import { setSelection } from '../../main/engine/uploads/prepare/select-files.ts';
import { everything, type Selection } from '../../preload/contract/views/selection.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  never,
  type OpenedEngine,
  openWithContext,
  requestFor,
  runOptions,
  shareTestEnv,
  type TestEnv,
} from './harness.ts';

export interface SharedEngine {
  readonly env: TestEnv;
  readonly engine: OpenedEngine;
  /** Creates and scans an upload to a dataset of its own. */
  prepare(request?: Partial<UploadRequest>, isDraft?: boolean): Promise<UploadId>;
  /** Starts a draft and sends it. Returns what the platform accepted. */
  send(id: UploadId): Promise<readonly string[]>;
  /** Changes the rules of a draft. */
  select(id: UploadId, rules: Partial<Selection>): Promise<void>;
  /** The files that are not sent, each with the code of the reason. */
  skipped(id: UploadId): Readonly<Record<string, string | undefined>>;
  /** The name and details of each file with this finding. */
  findings(id: UploadId, code: string): readonly (readonly [string, Readonly<Record<string, unknown>>])[];
  /** Totals of the upload and of its folders are what counting says. */
  expectExactTotals(id: UploadId): void;
}

/** One sandbox and one connected engine for all tests of a file. They end with it. */
export async function shareEngine(): Promise<SharedEngine> {
  const env = await shareTestEnv();
  const engine = openWithContext(env.stateDir);
  afterAll(() => engine.close());
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  const { db } = engine.context.store;
  const selectFindings = db.prepare<[number, string], { name: string; details: string }>(
    `SELECT coalesce(items.name, '') AS name, details FROM findings LEFT JOIN items ON items.id = item_id
     WHERE findings.upload_id = ? AND code = ? ORDER BY name, findings.id`,
  );
  return {
    env,
    engine,
    prepare: async (request = {}, isDraft = true) => {
      const dataset = { name: crypto.randomUUID(), description: null };
      return unwrap(await engine.prepare(requestFor(env, { dataset, ...request }), never, { isDraft }));
    },
    async send(id) {
      unwrap(await engine.start(id));
      unwrap(await engine.run(id, runOptions()));
      return [...engine.sentFiles(id)].map(({ path }) => path).sort();
    },
    async select(id, rules) {
      unwrap(await setSelection(engine.context, id, { ...everything, ...rules }));
    },
    skipped: (id) =>
      Object.fromEntries([...engine.problems(id)].map(({ path, reason }) => [path, reason?.code])),
    findings: (id, code) =>
      selectFindings.all(id, code).map(({ name, details }) => [name, JSON.parse(details)] as const),
    expectExactTotals(id) {
      const counted = db
        .prepare(
          'SELECT state, count(*) AS items, sum(size_bytes) AS bytes FROM items WHERE upload_id = ? GROUP BY 1 ORDER BY 1',
        )
        .all(id);
      const kept = db
        .prepare('SELECT state, items, bytes FROM totals WHERE upload_id = ? AND items > 0 ORDER BY 1')
        .all(id);
      expect(kept).toEqual(counted);
      const folders = db
        .prepare(
          `SELECT folders.id FROM folders JOIN roots ON roots.id = root_id WHERE upload_id = ? AND (items, bytes) <> (
             SELECT count(*), coalesce(sum(size_bytes), 0) FROM items WHERE folder_id = folders.id AND state <> 'skipped')`,
        )
        .all(id);
      expect(folders).toEqual([]);
    },
  };
}

/** Files with these texts. */
export async function writeTexts(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

export const sha1 = (text: string | Uint8Array): string => createHash('sha1').update(text).digest('hex');
export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
