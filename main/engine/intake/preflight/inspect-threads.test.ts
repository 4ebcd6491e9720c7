import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manyCoders, manyFolders } from '../../../../test/fixtures/hostile-containers.ts';
import { scanned } from '../../../../test/fixtures/inspect.ts';
import { unwrap } from '../../../../test/fixtures/result.ts';
import { temporaryFolder } from '../../../../test/fixtures/scan-observer.ts';
import type { ContentLimits } from '../../formats/limits.ts';
import { silenceOf, threadLimits } from './inspect-threads.ts';

const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n';
const none = Number.POSITIVE_INFINITY;
const unlimited: ContentLimits = {
  readBytes: none,
  reads: none,
  unpackedBytes: none,
  objects: none,
  processorMs: none,
};

function evidence(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = join(temporaryFolder(), 'evidence');
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  return folder;
}

const details = (store: Awaited<ReturnType<typeof scanned>>['store']) =>
  store.db.prepare("SELECT details FROM findings WHERE code = 'check-exceeded'").pluck().all();

test('a thread that runs out of memory costs the file that it was at, and no other', async () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${n}.pdf`, pdf]));
  const folder = evidence({ ...files, '0.7z': manyCoders(), '30.7z': manyCoders(), 'con.7z': manyCoders() });
  const { inspect, codes, types, store } = await scanned(temporaryFolder(), [folder]);
  const inspection = unwrap(
    await inspect({ threads: 1, limits: { ...threadLimits, content: unlimited, heapMb: 32 } }),
  );
  expect(inspection).toEqual({ checked: 63, files: 63, isSkipped: false });
  expect(codes()).toEqual([
    '0.7z: check-exceeded',
    '30.7z: check-exceeded',
    'con.7z: check-exceeded',
    // What needs no content is found all the same.
    'con.7z: name-reserved',
  ]);
  expect(details(store)).toEqual(Array(3).fill('{"type":null,"limit":"memory"}'));
  expect(Object.values(types()).filter((type) => type === 'pdf')).toHaveLength(60);
});

test('a file beyond its budget is named with its type, and the thread goes on', async () => {
  const folder = evidence({ 'a.7z': manyCoders(), 'b.pdf': pdf });
  const { inspect, codes, types, store } = await scanned(temporaryFolder(), [folder]);
  unwrap(await inspect());
  expect(codes()).toEqual(['a.7z: check-exceeded', 'a.7z: container']);
  expect(details(store)).toEqual(['{"type":"7z","limit":"entries"}']);
  expect(types()).toEqual({ 'a.7z': '7z', 'b.pdf': 'pdf' });
});

test('archives of many folders add up to more than a thread keeps, and are all listed', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`${n}.zip`, manyFolders(20_000, 40)]),
  );
  const { inspect, codes, store } = await scanned(temporaryFolder(), [evidence(files)]);
  unwrap(await inspect({ threads: 1, limits: { ...threadLimits, heapMb: 32 } }));
  expect(codes().filter((code) => code.endsWith(': check-exceeded'))).toEqual([]);
  expect(store.db.prepare('SELECT count(*) FROM container_folders').pluck().get()).toBe(12 * 20_000);
});

test.each([
  [1, 5_000, null],
  [1, 20_000, 'stalled'],
  [1, 100_000, 'stalled'],
  [2, 20_000, null],
  [2, 100_000, 'computing'],
] as const)('a thread of %i calls that is silent for %i ms: %s', (calls, silentMs, silence) => {
  expect(silenceOf(calls, silentMs, { stallMs: 10_000, computingMs: 60_000 })).toBe(silence);
});
