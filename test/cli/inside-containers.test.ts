/** Custodians of folders inside an archive, on the command line: shown, matched and sent as those of any other folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plan } from '../../main/cli/words/plan.ts';
import { zipBytes } from '../fixtures/zip-bytes.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';
import { makeUploadEvidence } from './upload-evidence.ts';

const { dir, options, receivedIn, sandbox } = await makeUploadEvidence();

const share = join(dir, 'share');
mkdirSync(share);
const people = ['Smith', 'Jones'].map((name) => ({ name: `./${name}/a.txt`, content: Buffer.from(name) }));
writeFileSync(join(share, 'people.zip'), zipBytes(people));
const csv = join(dir, 'map.csv');
writeFileSync(csv, 'path,custodian\npeople.zip/Jones,Roe\npeople.zip/Boyd,X\nmail.mbox/Inbox,Lee\n');
writeFileSync(join(share, 'mail.mbox'), 'From a@x.test Mon Jan  1 00:00:00 2024\nSubject: a\n\nb\n');

function upload(dataset: string, ...more: readonly string[]) {
  const where = ['--database', String(sandbox.databaseId), '--state', join(dir, dataset)];
  const args = ['upload', share, ...where, '--dataset', dataset, '--custodian-by', 'folder:2', ...more];
  return lading(args, options());
}

it('a dry run counts their files, and knows which lines of the CSV they make apply', async () => {
  const { out, err, code } = await upload('Dry', '--custodian-map', csv, '--dry-run');
  expect(code).toBe(0);
  expect(out).toMatch(
    new RegExp(
      `${plan.insideContainers} +Files +Size\nLee \\(1 folder unchecked\\) +0 +0 B\nRoe +1 +5 B\nSmith +1 +5 B`,
    ),
  );
  expect(err).toContain(plan.unmatchedRow(3, 'people.zip/Boyd', 'X'));
  expect(err).not.toContain(plan.unmatchedRow(2, 'people.zip/Jones', 'Roe'));
  expect(err).not.toContain('mail.mbox');
  expect(err).toContain(plan.uncheckedFolders(1));
});

it('a legal hold directory renames them, or stops the upload because of them', async () => {
  const directory = join(dir, 'people.csv');
  writeFileSync(directory, 'employee id,name,email\nSmith,Adam Smith,a@x.test\n');
  const stopped = await upload('Required', '--custodian-directory', directory, '--require-custodian-match');
  expect(stopped.err).toContain('Jones');
  expect(stopped.code).toBe(1);
  expect((await sandbox.inspect('datasets')).map(({ name }) => name)).not.toContain('Required');

  const sent = await upload('Renamed', '--custodian-directory', directory, '--json');
  expect(sent.code).toBe(0);
  expect(jsonLines(sent.out).find(({ event }) => event === 'plan')).toMatchObject({
    insideContainers: [
      { custodian: 'Adam Smith', items: 1 },
      { custodian: 'Jones', items: 1 },
    ],
  });
  const file = (await receivedIn('Renamed')).find(({ filename }) => filename === 'people.zip');
  const documents = () => sandbox.inspect('documents', { sourceFileId: file?.id ?? 0 });
  await expect.poll(async () => (await documents()).length, { timeout: 30_000 }).toBe(2);
  expect((await documents()).map(({ custodian }) => custodian).toSorted()).toEqual(['Adam Smith', 'Jones']);
});
