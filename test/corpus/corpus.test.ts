import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { surveyInventory } from '../../main/engine/intake/selection/survey-inventory.ts';
import type { Finding } from '../../preload/contract/views/finding.ts';
import { scanned } from '../fixtures/inspect.ts';
import { unwrap } from '../fixtures/result.ts';
import { temporaryFolder } from '../fixtures/scan-observer.ts';
import { type ExpectedFile, expectedFiles } from './expected.ts';

const folder = join(import.meta.dirname, 'files');
const packed = '.packed';

function bytesOf(name: string): Buffer {
  const isPacked = readdirSync(folder).includes(name + packed);
  const bytes = readFileSync(join(folder, isPacked ? name + packed : name));
  return isPacked ? gunzipSync(bytes) : bytes;
}

/** The code, and what tells apart the findings of one code. */
function summary({ code, details }: Finding): string {
  switch (code) {
    case 'damaged':
      return `${code}: ${details.damage.kind}`;
    case 'encrypted':
      return `${code}: ${details.locked}`;
    case 'container-entries':
      return `${code}: ${details.warning.kind}`;
    case 'container':
      return details.entries === null ? code : `${code}: ${details.entries} files`;
    case 'segments':
      return `${code}: ${details.files} files`;
    default:
      return code;
  }
}

async function check(files: readonly ExpectedFile[]): Promise<readonly ExpectedFile[]> {
  const evidence = join(temporaryFolder(), 'evidence');
  mkdirSync(evidence);
  for (const { name, of = name, change = (bytes: Buffer) => bytes, bytes } of files) {
    writeFileSync(join(evidence, name), bytes ?? change(bytesOf(of)));
    utimesSync(join(evidence, name), 1_700_000_000, 1_700_000_000);
  }
  const { inspect, types, store, repositories, uploadId } = await scanned(temporaryFolder(), [evidence]);
  unwrap(await inspect());
  const { signal } = new AbortController();
  await surveyInventory({ writes: store.writes, repositories, uploadId, signal });
  const found = [...repositories.findings.all(uploadId)].map(({ finding }) => finding);
  return files.map((file) => ({
    ...file,
    type: types()[file.name] ?? null,
    findings: found
      .filter(({ path }) => path === file.name)
      .map(summary)
      .sort(),
  }));
}

test('every file of the corpus is what it is, and has these findings and no others', async () => {
  const found = await check(expectedFiles);
  const row = ({ name, type, findings }: ExpectedFile) => [name, type, ...findings].join(' | ');
  expect(found.map(row)).toEqual(expectedFiles.map(row));
});

test('every file of the corpus is in the table, in sixty formats or more', () => {
  const names = readdirSync(folder).map((name) => name.replace(packed, ''));
  const listed = new Set(expectedFiles.map(({ name }) => name));
  expect(names.filter((name) => !listed.has(name))).toEqual([]);
  expect(new Set(expectedFiles.map(({ type }) => type)).size).toBeGreaterThan(60);
});
