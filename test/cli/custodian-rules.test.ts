/** Custodians by CSV, patterns and folder levels on the command line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plan } from '../../main/cli/words/plan.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';
import { makeUploadEvidence } from './upload-evidence.ts';

const { dir } = await makeUploadEvidence();

const share = join(dir, 'share');
for (const path of ['People/Ng, Ana/a.eml', 'People/Roe/b.txt', 'Mail/boyd.pst', 'Scans/c.tif', 'd.txt']) {
  mkdirSync(join(share, path, '..'), { recursive: true });
  writeFileSync(join(share, path), path);
}
const csv = join(dir, 'map.csv');
writeFileSync(csv, 'Path;Custodian\r\nScans;Records\r\nPeople\\Nobody;X\r\n');

function dryRun(...args: readonly string[]) {
  const fixed = [
    'upload',
    share,
    '--database',
    '1',
    '--dataset',
    'Rules',
    '--dry-run',
    '--state',
    join(dir, 'rules'),
  ];
  return lading([...fixed, ...args]);
}

it('a dry run prints who gets what and by which rule, and the lines of the CSV that match nothing', async () => {
  const rules = [
    ...[
      '--custodian-by',
      'regex:^People/(?<custodian>[^/]+)/',
      '--custodian-by',
      'regex:(?<custodian>\\w+)\\.pst$',
    ],
    ...['--custodian-map', csv, '--custodian-by', 'folder:1', '--custodian', 'Archive'],
  ];
  const { out, err, code } = await dryRun(...rules);
  expect(code).toBe(0);
  for (const [custodian, origin] of [
    ['Ng, Ana', plan.origins.pattern],
    ['Roe', plan.origins.pattern],
    ['boyd', plan.origins.pattern],
    ['Records', plan.origins.map],
    ['Archive', plan.origins.default],
  ] as const)
    expect(out).toMatch(new RegExp(`^${custodian} +${origin} +1 `, 'm'));
  // A long table is cut at its end: nobody named the others by hand.
  expect(out.search(/^Records +/m)).toBeGreaterThan(out.search(/^Roe +/m));
  expect(err + out).toContain(plan.unmatchedRow(3, 'People\\Nobody', 'X'));
  expect((err + out).replaceAll(/\s+/g, ' ')).toContain(
    plan.unnamedFolders(3, ['Mail', 'People/Ng, Ana', 'People/Roe'], 0),
  );
  const lines = jsonLines((await dryRun(...rules, '--json')).out);
  expect(lines.find(({ event }) => event === 'plan')).toMatchObject({
    unmatchedRows: { total: 1, rows: [{ line: 3, path: 'People\\Nobody', custodian: 'X' }] },
    custodians: expect.arrayContaining([{ custodian: 'Records', from: 'map', items: 1, bytes: 11 }]),
  });
});

const contradicting = join(dir, 'contradicting.csv');
writeFileSync(contradicting, 'path,custodian\nScans,Records\nScans\\,Other\n');
const unclear = join(dir, 'unclear.csv');
writeFileSync(unclear, 'Elsewhere;Ng, Ana\n');

it('the separator of a CSV is the one whose paths are there, or the one that is named', async () => {
  const there = join(dir, 'there.csv');
  writeFileSync(there, 'Elsewhere;Ng, Ana\nScans;Roe, Sam\n');
  expect((await dryRun('--custodian-map', there)).out).toMatch(/^Roe, Sam +/m);
  const named = await dryRun('--custodian-map', unclear, '--csv-separator', 'semicolon');
  expect(named.err + named.out).toContain(plan.unmatchedRow(1, 'Elsewhere', 'Ng, Ana'));
  expect(named.code).toBe(0);
  expect((await dryRun('--csv-separator', 'tab')).err).toContain('--custodian-map');
});

it.each([
  ['a CSV whose separator is open', ['--custodian-map', unclear], /--csv-separator comma, semicolon, or tab/],
  ['a pattern that is none', ['--custodian-by', 'regex:^(?<custodian>a/('], /at character 17/],
  ['a pattern without its group', ['--custodian-by', 'regex:^([^/]+)/'], /\(\?<custodian>…\)/],
  ['a CSV that contradicts itself', ['--custodian-map', contradicting], /line 3: the path is in line 2/],
  ['a CSV that is not there', ['--custodian-map', join(dir, 'none.csv')], /none\.csv/],
])('%s is refused before anything is read', async (_, args, message) => {
  const { err, code } = await dryRun(...args);
  expect(err).toMatch(message);
  expect(code).toBe(1);
});
