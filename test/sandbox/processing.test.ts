/** What the sandbox does with a dataset's settings: deduplication, and passwords for encrypted files. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ui } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import { isInstalled } from '../fixtures/installed.ts';
import { lockedFiles } from '../fixtures/locked-files.ts';
import { deflated, rawZip, stored } from './raw-zip.ts';
import {
  createClient,
  openPages,
  pollUntil,
  sha1Of,
  startSharedSandbox,
  temporaryFolder,
  waitUntilProcessed,
} from './sandbox-client.ts';

const sandbox = await startSharedSandbox();
const client = createClient(sandbox);

/** How many documents came out of containers. */
async function processedCount(): Promise<number> {
  const size = await client.call('GET', `/databases/${sandbox.databaseId}/size`);
  return size.body.number('data', 'processedDocs', 'docCount');
}

test('a duplicate adds its path and custodian to the document that is there', async () => {
  covers('rule 4.3.deduplication');
  const same = Buffer.from('the same');
  const upload = async (deduplication: string | null, filename: string, bytes: Buffer, custodian: string) => {
    const settings = deduplication === null ? {} : { deduplication };
    const id = await client.upload(filename, [bytes], settings, { custodian });
    await waitUntilProcessed(sandbox, id);
  };
  const zip = rawZip([
    stored('ana/plan.txt', same),
    deflated('b.txt', Buffer.from('b')),
    stored('copy.txt', same),
  ]);
  await upload('GLOBAL', 'first.zip', zip, 'Ana');
  await upload('GLOBAL', 'second.txt', same, 'Roe');
  await upload('NONE', 'third.txt', same, 'Ng');
  await upload(null, 'fourth.txt', same, 'Ng');
  await upload('CUSTODIAN', 'fifth.txt', same, 'Ana');
  await upload('CUSTODIAN', 'sixth.txt', same, 'Lee');
  const documents = await sandbox.inspect('documents');
  expect(documents.map(({ allPaths, allCustodians }) => [allPaths, allCustodians])).toEqual([
    [
      ['ana/plan.txt', 'copy.txt', 'second.txt', 'fifth.txt'],
      ['Ana', 'Roe'],
    ],
    [['b.txt'], ['Ana']],
    [['third.txt'], ['Ng']],
    [['fourth.txt'], ['Ng']],
    [['sixth.txt'], ['Lee']],
  ]);
  expect(await processedCount()).toBe(2);
  const pages = await openPages(sandbox);
  const [first, second] = await sandbox.inspect('datasets');
  const cells = async (id: number | undefined) => {
    const page = await pages.text(`datasets/${id}`);
    return page.split(/<[^>]+>/).filter((cell) => cell.trim() !== '');
  };
  const shown = await cells(first?.id);
  expect(shown.slice(shown.indexOf(ui.allPaths))).toEqual(
    expect.arrayContaining(['ana/plan.txt', 'copy.txt', 'second.txt', 'Ana', 'Roe', ui.duplicates]),
  );
  const merged = await cells(second?.id);
  const row = merged.indexOf('second.txt', merged.indexOf(ui.duplicates));
  expect(
    merged
      .slice(row)
      .filter((cell) => !/^\d/.test(cell))
      .slice(0, 3),
  ).toEqual(['second.txt', 'Roe', 'ana/plan.txt']);
});

const lockedZips = lockedFiles.filter(({ type }) => type === 'zip');

test('locked files are opened with the passwords of the whole dataset, whenever they come', async () => {
  covers('rule 4.3.passwords');
  const processedBefore = await processedCount();
  const upload = async (dataset: number, filename: string, bytes: Buffer, passwords?: readonly string[]) => {
    const id = await client.sourceFile(dataset, { filename, passwords, childCustodians: { 'in/': 'Ana' } });
    await client.complete(id, [await client.part(id, 1, bytes)]);
    await waitUntilProcessed(sandbox, id);
    return id;
  };
  const zip = rawZip(lockedZips.map(({ bytes }, index) => stored(`in/${index}.zip`, bytes)));
  const paths = lockedZips.map((_, index) => `in/${index}.zip/note.txt`);
  const passwords = [...new Set(lockedZips.flatMap((locked) => locked.passwords))];
  const dataset = await client.dataset();
  const other = await client.dataset();
  const earlier = await upload(dataset, 'earlier.zip', zip);
  const elsewhere = await upload(other, 'elsewhere.zip', zip, ['wrong']);
  const documents = (sourceFileId: number) => sandbox.inspect('documents', { sourceFileId });
  const locked = paths.map((path) => ({ path, locked: 1, sha1: null }));
  expect(await documents(earlier)).toMatchObject(locked);

  await upload(dataset, 'note.txt', Buffer.from('with passwords'), ['wrong', ...passwords]);
  const opened = paths.map((path) => ({ path, locked: 0, sizeBytes: 83, custodian: 'Ana', problem: null }));
  await pollUntil(
    () => documents(earlier),
    (rows) => rows.every((row) => row.locked === 0),
  );
  expect(await documents(earlier)).toMatchObject(opened);
  expect(new Set((await documents(earlier)).map(({ sha1 }) => sha1)).size).toBe(1);
  expect(await documents(await upload(dataset, 'later.zip', zip))).toMatchObject(opened);
  expect(await documents(elsewhere)).toMatchObject(locked);
  expect((await processedCount()) - processedBefore).toBe(3 * paths.length);
});

test.runIf(isInstalled('tar'))('a tar is opened, whichever program wrote it, compressed or not', async () => {
  covers('rule 1.6');
  const folder = temporaryFolder();
  const deep = `ana/${'very long folder name '.repeat(8)}/räume.txt`;
  const content = {
    [deep]: 'deep',
    'ana/a.txt': 'a',
    'b.zip': rawZip([stored('c.txt', Buffer.from('c'))]),
    'd.txt': '',
  };
  for (const [path, bytes] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, 'in', path)), { recursive: true });
    writeFileSync(join(folder, 'in', path), bytes);
  }
  for (const [filename, ...options] of [
    ['gnu.tar', '--format=gnu'],
    ['pax.tar.gz', '--format=pax', '--gzip'],
    ['gnu.TGZ', '--format=gnu', '--gzip'],
  ] as const) {
    execFileSync('tar', [
      '-cf',
      join(folder, filename),
      ...options,
      '-C',
      join(folder, 'in'),
      '--sort=name',
      '.',
    ]);
    const fields = { childCustodians: { 'ana/': 'Ana' } };
    const id = await client.upload(filename, [readFileSync(join(folder, filename))], {}, fields);
    await waitUntilProcessed(sandbox, id);
    const documents = await sandbox.inspect('documents', { sourceFileId: id });
    expect(documents).toMatchObject([
      { path: 'ana/a.txt', custodian: 'Ana', sha1: sha1Of(Buffer.from('a')), problem: null },
      { path: deep, custodian: 'Ana', sha1: sha1Of(Buffer.from('deep')), problem: null },
      { path: 'b.zip/c.txt', custodian: null, problem: null },
      { path: 'd.txt', sizeBytes: 0, problem: null },
    ]);
  }
  const cut = readFileSync(join(folder, 'gnu.tar')).subarray(0, 700);
  const id = await client.upload('cut.tar', [cut]);
  expect((await waitUntilProcessed(sandbox, id)).problem).toContain('header');
});
