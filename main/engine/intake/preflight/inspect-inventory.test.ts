import {
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import { scanned } from '../../../../test/fixtures/inspect.ts';
import { unwrap } from '../../../../test/fixtures/result.ts';
import { temporaryFolder } from '../../../../test/fixtures/scan-observer.ts';

/** Complete: with its end. */
const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n';

function evidence(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = join(temporaryFolder(), 'evidence');
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

test('every file is recognized by its content, and what a person should know is found', async () => {
  const folder = evidence({
    'a.pdf': pdf,
    'in/letter.txt': 'Dear all,\n',
    'in/empty.pst': '',
    'in/photo.jpg': pdf,
    'in/archive.7z': '',
    'in/CON.txt': 'x\n',
    'in/odd\u202Efdp.exe': 'x\n',
    'aux/note.txt': 'x\n',
    'online.gdoc': '{"url":"https://docs.example/1"}',
    '.report.pdf.icloud': 'bplist00',
    'old.txt': 'x\n',
  });
  utimesSync(join(folder, 'old.txt'), 0, 0);
  truncateSync(join(folder, 'in/archive.7z'), 1_000_000);
  symlinkSync('a.pdf', join(folder, 'link'));
  const { inspect, codes, types } = await scanned(temporaryFolder(), [folder]);
  expect(unwrap(await inspect({ maxFileBytes: 999_999 }))).toEqual({
    checked: 11,
    files: 11,
    isSkipped: false,
  });
  expect(codes()).toEqual([
    'in/archive.7z: only-zeros',
    'in/archive.7z: too-large',
    '.report.pdf.icloud: cloud-only',
    'online.gdoc: cloud-only',
    'in/empty.pst: empty',
    'in/odd\u202Efdp.exe: name-misleading',
    'aux/: name-reserved',
    'in/CON.txt: name-reserved',
    'link: not-a-file',
    'old.txt: time-implausible',
    'in/photo.jpg: type-mismatch',
  ]);
  expect(types()).toMatchObject({
    'a.pdf': 'pdf',
    'in/letter.txt': 'text',
    'in/photo.jpg': 'pdf',
    'online.gdoc': null,
    'in/archive.7z': 'unknown',
  });
});

test('the inspection changes nothing of the source', async () => {
  const folder = evidence({ 'a.txt': 'x\n', 'b.zip': 'PK\u0003\u0004' });
  const facts = () =>
    readdirSync(folder).map((name) => {
      const { mtimeNs, ctimeNs, size } = statSync(join(folder, name), { bigint: true });
      return [name, mtimeNs, ctimeNs, size];
    });
  const before = facts();
  unwrap(await (await scanned(temporaryFolder(), [folder])).inspect());
  expect(facts()).toEqual(before);
});

test('a file that changed or went away since the scan is named', async () => {
  const folder = evidence({ 'gone.txt': 'x', 'grown.txt': 'x', 'touched.txt': 'x', 'same.txt': 'x' });
  const { inspect, store, codes } = await scanned(temporaryFolder(), [folder]);
  rmSync(join(folder, 'gone.txt'));
  writeFileSync(join(folder, 'grown.txt'), 'longer');
  utimesSync(join(folder, 'touched.txt'), 1_700_000_000, 1_700_000_000);
  const roots: string[] = [];
  unwrap(
    await inspect({
      checkRoot: async (path) => {
        roots.push(path);
        return null;
      },
    }),
  );
  expect(codes()).toEqual(['gone.txt: changed', 'grown.txt: changed', 'touched.txt: changed']);
  expect(store.db.prepare('SELECT details FROM findings ORDER BY details').pluck().all()).toEqual([
    '{"change":"gone"}',
    '{"change":"modified"}',
    '{"change":"size"}',
  ]);
  expect(roots).toEqual([folder]);
});

test('a source that went away fails the inspection instead of reporting a file after the other', async () => {
  const folder = evidence(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`${n}.txt`, 'x'])));
  const { inspect, codes, repositories, uploadId } = await scanned(temporaryFolder(), [folder]);
  rmSync(folder, { recursive: true });
  const away = failure('source-unavailable', { root: folder, reason: { kind: 'missing' } });
  expect(await inspect({ checkRoot: async () => away })).toEqual(away);
  expect(codes()).toEqual([]);
  expect(repositories.inspections.get(uploadId)).toBeNull();
});

test('names that are not Unicode are opened by their bytes', async () => {
  const folder = evidence({});
  const path = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.pdf')]);
  writeFileSync(path, pdf);
  const { inspect, codes, types } = await scanned(temporaryFolder(), [folder]);
  unwrap(await inspect());
  expect(types()).toEqual({ 'caf%E9.pdf': 'pdf' });
  expect(codes()).toEqual(['caf%E9.pdf: name-invalid']);
});

test('a person who skips the checks is told how many files were not checked', async () => {
  const folder = evidence({ 'a.txt': 'x', 'b.txt': '' });
  const { inspect, codes, repositories, uploadId } = await scanned(temporaryFolder(), [folder]);
  unwrap(await inspect({ skip: AbortSignal.abort() }));
  expect(codes()).toEqual([': not-checked']);
  expect(repositories.inspections.get(uploadId)).toEqual({ checked: 0, files: 2, isSkipped: true });
  // Checked again, it replaces what was found before.
  unwrap(await inspect());
  expect(codes()).toEqual(['b.txt: empty']);
});

test('a stop ends the inspection, which counts as not done', async () => {
  const folder = evidence({ 'a.txt': 'x' });
  const { inspect, repositories, uploadId } = await scanned(temporaryFolder(), [folder]);
  expect(await inspect({ signal: AbortSignal.abort() })).toEqual(failure('stopped'));
  expect(repositories.inspections.get(uploadId)).toBeNull();
});

test('files of many folders and of roots with one path are each checked once', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 900 }, (_, n) => [`${n % 150}/${n}.txt`, `file ${n}\n`] as const),
  );
  const folder = evidence({ ...files, 'one.pdf': pdf, 'two.pdf': pdf });
  // Chosen as single files, both belong to the folder that contains them.
  const sources = [
    join(folder, 'one.pdf'),
    join(folder, 'two.pdf'),
    ...readdirSync(folder)
      .filter((name) => !name.endsWith('.pdf'))
      .map((name) => join(folder, name)),
  ];
  const progress: number[] = [];
  const { inspect, types, store } = await scanned(temporaryFolder(), sources);
  const inspected = unwrap(await inspect({ onProgress: (checked) => progress.push(checked) }));
  expect(inspected).toEqual({ checked: 902, files: 902, isSkipped: false });
  expect(store.db.prepare('SELECT type, count(*) FROM items GROUP BY 1').raw().all()).toEqual([
    ['pdf', 2],
    ['text', 900],
  ]);
  expect(Object.keys(types())).toHaveLength(902);
  expect(progress.at(-1)).toBe(902);
});
