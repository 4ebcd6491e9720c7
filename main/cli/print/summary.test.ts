import { describe, expect, it } from 'vitest';
import { reasonText } from '../../../preload/contract/failures/failure-table.ts';
import { noExceptions } from '../../../preload/contract/views/exception.ts';
import { itemId } from '../../../preload/contract/views/ids.ts';
import { emptyTally, finishedUpload, runningProgress } from '../../../test/fixtures/progress.ts';
import type { ProblemItem, UploadSummary } from '../../engine/types/uploads.ts';
import { doneLine, progressFields } from '../terminal/json-lines.ts';
import { itemStates, summary } from '../words/uploads.ts';
import { collectProblems, planLines, summaryLines } from './summary.ts';
import { stateText } from './upload-state.ts';

const clock = { nowMs: Date.parse('2026-12-01T10:00:00Z'), timeZone: 'UTC' };
const rateLimit = { kind: 'rate-limit', requestsPerSecond: 25 } as const;

const notPacked = {
  choice: 'auto',
  isPacked: false,
  files: 0,
  packs: 0,
  maxFileBytes: 8_000_000,
  aloneRequests: 3001,
  packedRequests: 4,
} as const;

const next = {
  seeAll: 'lading status 3',
  receipt: 'lading receipt 3 --out receipt-3.json',
  retry: 'lading resume 3 --retry-failed',
  review: 'lading resume 3',
};

it('an upload that has finished is incomplete as long as files failed or need review', () => {
  const { totals } = finishedUpload;
  const of = (given: Partial<typeof totals>) =>
    stateText({ ...finishedUpload, totals: { ...totals, failed: emptyTally, held: emptyTally, ...given } });
  const some = { items: 1, bytes: 1 };
  expect([of({}), of({ failed: some }), of({ held: some })]).toEqual([
    'uploaded',
    'incomplete: 1 file failed',
    'incomplete: 1 file needs review',
  ]);
});

describe('the summary after an upload', () => {
  it('counts skipped files by reason, and lists failed files', () => {
    const problems: ProblemItem[] = [
      { path: '/e/a', state: 'skipped', reason: { code: 'symbolic-link' } },
      { path: '/e/b', state: 'skipped', reason: { code: 'special-file' } },
      { path: '/e/c', state: 'skipped', reason: { code: 'symbolic-link' } },
      { path: '/e/d.pst', state: 'failed', reason: { code: 'path-missing' } },
      { path: 'https://h/x.zip', state: 'held', reason: { code: 'bug' } },
    ];
    expect(summaryLines(finishedUpload, collectProblems(problems), next, 80)).toEqual([
      'Accepted      2 files, 300 B in dataset 7 “Smith production”',
      'Skipped       3 files, 12 B',
      expect.stringMatching(/^ {14}2: Symbolic links are/),
      `              1: ${reasonText({ code: 'special-file' })}`,
      '              to list them: lading status 3',
      'Failed        1 file, 50 B',
      'Needs review  1 file, 0 B: check the dataset to see whether it was accepted',
      '              /e/d.pst',
      `                ${reasonText({ code: 'path-missing' })}`,
      '              https://h/x.zip',
      `                ${reasonText({ code: 'bug' })}`,
      'Receipt       lading receipt 3 --out receipt-3.json',
      'Retry         lading resume 3 --retry-failed',
      'Review        lading resume 3 --needs-review retry to upload, or --needs-review skip; with --review-only GLOB, only those that match',
    ]);
  });

  it('counts links as links, and both as items', () => {
    const failed = { items: 12, bytes: 0 };
    const accepted = emptyTally;
    const totals = { ...finishedUpload.totals, accepted, skipped: emptyTally, held: emptyTally, failed };
    const lines = (more: Partial<UploadSummary>) =>
      summaryLines({ ...finishedUpload, totals, ...more }, collectProblems([]), next, 80);
    expect(lines({ links: 12 })).toContain('Failed        12 links');
    expect(lines({ links: 5 })).toContain('Failed        12 items');
    expect(lines({ links: 0 })).toContain('Failed        12 files, 0 B');
  });

  it('does not offer to retry held files, which might be sent twice', () => {
    const held = { ...finishedUpload, totals: { ...finishedUpload.totals, failed: { items: 0, bytes: 0 } } };
    const lines = summaryLines(held, collectProblems([]), next, 80);
    expect(lines).toContainEqual(expect.stringContaining(itemStates.held));
    expect(lines.join('\n')).not.toContain('--retry-failed');
    expect(lines.at(-1)).toContain(summary.reviewCommands(next.review));
  });

  it.each([
    [1, 1, 'not sent, as the rule of the watched folder says'],
    [
      3,
      2,
      '2 not sent, as the rule of the watched folder says; check the dataset to see whether the rest was accepted',
    ],
    [3, 0, 'check the dataset to see whether they were accepted'],
  ])('of %i files that need review and %i that a rule holds back, it says: %s', (held, withheld, note) => {
    const totals = { ...finishedUpload.totals, held: { items: held, bytes: 0 } };
    const lines = summaryLines({ ...finishedUpload, totals, withheld }, collectProblems([]), next, 80);
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^Needs review .*: ${note}$`)));
  });

  it('says how many of the failed items are folders whose files nobody knows', () => {
    const lines = summaryLines({ ...finishedUpload, unreadFolders: 1 }, collectProblems([]), next, 80);
    expect(lines).toContainEqual(expect.stringContaining(summary.unreadFolders(1)));
    expect(summaryLines(finishedUpload, collectProblems([]), next, 80).join()).not.toContain('folder');
  });

  it('lists twenty failures and says how to see the others', () => {
    const many = Array.from(
      { length: 25 },
      (_, at): ProblemItem => ({ path: `/e/${at}`, state: 'failed', reason: { code: 'path-too-long' } }),
    );
    const lines = summaryLines(finishedUpload, collectProblems(many), next, 80);
    expect(lines.filter((line) => line.includes('/e/'))).toHaveLength(20);
    expect(lines).toContainEqual(expect.stringContaining(summary.moreProblems(5, next.seeAll)));
  });

  it('does not keep a million reasons', () => {
    const each = function* (): Generator<ProblemItem> {
      for (let at = 0; at < 5000; at += 1)
        yield { path: `/e/${at}`, state: 'skipped', reason: { code: 'folder-rescanned', files: at } };
    };
    const { skipped } = collectProblems(each());
    expect(skipped.length).toBeLessThanOrEqual(1001);
    expect(skipped.reduce((sum, [, items]) => sum + items, 0)).toBe(5000);
  });
});

it('the plan names files, parts, and the minimum time under the rate limit', () => {
  const planned = {
    totals: {
      ...runningProgress.totals,
      queued: { items: 1000, bytes: 5_000_000 },
      uploading: emptyTally,
      accepted: emptyTally,
    },
    links: [],
    parts: 1000,
    requests: 3001,
    time: {
      measurements: 0,
      times: [{ low: 120, likely: 134, high: 150, bound: rateLimit, lineBytesPerSecond: null }],
    },
    packing: { ...notPacked, files: 1000, packs: 1 },
    custodians: [],
    insideContainers: [],
    similarCustodians: [],
    containers: { listed: 0, bytes: 0, expandedBytes: 0 },
    alreadySent: { items: 0, bytes: 0, datasets: [] },
    sentAgain: 0,
    onlyNew: false,
    skippedByChoice: [],
    emptySources: [],
    sandboxSpace: null,
    unmatchedRows: { rows: [], total: 0 },
    unnamedFolders: { paths: [], total: 0 },
    types: [],
  };
  expect(planLines(planned, clock)).toEqual([
    'To upload: 1,000 files, 5.0 MB, in 1,000 parts; 12 skipped',
    'Estimated time from now: 2 to 3 min, until about 10:03 UTC (the platform allows 25 requests/s)',
    '1,000 files of up to 8.0 MB sent one by one: 3,001 requests (packed into about 1 ZIP: 4)',
  ]);
  const datasets = [{ name: 'Volume 1', items: 900, at: '2026-11-14T10:00:00.000Z' }];
  const alreadySent = { items: 900, bytes: 4_500_000, datasets };
  const [, again] = planLines({ ...planned, alreadySent, sentAgain: 900 }, clock);
  expect(again).toContain('Uploaded to this database before, unchanged: 900 files, 4.5 MB (“Volume 1” on ');
  expect(again).toContain(
    'They are uploaded again. To upload only what is new or changed since, pass --only-new.',
  );
  const sentBefore = (sentAgain: number, onlyNew: boolean) =>
    planLines({ ...planned, alreadySent, sentAgain, onlyNew }, clock)[1];
  expect(sentBefore(0, true)).toContain('They are skipped, as --only-new says.');
  expect(sentBefore(0, false)).toContain('They are skipped, as the selection says.');
  expect(sentBefore(3, false)).toMatch(/ 3 of them are uploaded again\. .* pass --only-new\.$/);
  // Segments of a set that got another one since.
  expect(sentBefore(3, true)).toContain(
    ' 3 of them are uploaded again, in spite of --only-new: segments of sets',
  );
  expect(sentBefore(900, true)).toContain(' They are uploaded again, in spite of --only-new: ');
  const packing = { ...planned.packing, isPacked: true };
  expect(planLines({ ...planned, packing }, clock)).toContain(
    '1,000 files of up to 8.0 MB packed into about 1 ZIP: 4 requests instead of 3,001',
  );
});

it('the plan counts links apart from files, with the sizes that their hosts name', () => {
  const none = {
    totals: finishedUpload.totals,
    parts: 0,
    requests: 3,
    time: {
      measurements: 1,
      times: [{ low: 0, likely: 1, high: 3, bound: { kind: 'line' } as const, lineBytesPerSecond: 1e6 }],
    },
    packing: notPacked,
    custodians: [],
    insideContainers: [],
    similarCustodians: [],
    containers: { listed: 0, bytes: 0, expandedBytes: 0 },
    alreadySent: { items: 0, bytes: 0, datasets: [] },
    sentAgain: 0,
    onlyNew: false,
    skippedByChoice: [],
    emptySources: [],
    sandboxSpace: null,
    unmatchedRows: { rows: [], total: 0 },
    unnamedFolders: { paths: [], total: 0 },
    types: [],
  };
  const totals = {
    ...none.totals,
    queued: { items: 3, bytes: 700 },
    skipped: emptyTally,
    failed: emptyTally,
  };
  const link = 'https://h.example/a';
  const known = { itemId: itemId.parse(1), link, sizeBytes: 1_200_000_000, warnings: [] };
  const unknown = { itemId: itemId.parse(2), link, sizeBytes: null, warnings: [] };
  expect(planLines({ ...none, totals, parts: 1, links: [known, unknown] }, clock)).toEqual([
    'To upload: 1 file, 700 B, in 1 part',
    'To hand over: 2 links, 1.2 GB and 1 of unknown size. The platform downloads them itself.',
    'Estimated time from now: up to 5 s, until about 10:01 UTC (1 MB/s in earlier uploads)',
  ]);
  const onlyLinks = { ...totals, queued: { items: 1, bytes: 0 } };
  expect(planLines({ ...none, totals: onlyLinks, links: [unknown] }, clock)).toEqual([
    'To hand over: 1 link of unknown size. The platform downloads it itself.',
    'Estimated time from now: up to 5 s, until about 10:01 UTC (1 MB/s in earlier uploads)',
  ]);
});

it('the done line has exactly the documented fields', () => {
  const files = [
    { id: 11, path: '/e/a', state: 'accepted', bytes: 100, sha1: 'aa', sha256: 'bb', parts: 1 },
    { id: 12, path: '/e/"b"\n', state: 'accepted', bytes: 200, sha1: null, sha256: null, parts: 2 },
    {
      id: 13,
      path: 'https://h.example/c',
      state: 'handedOver',
      bytes: null,
      sha1: null,
      sha256: null,
      parts: null,
    },
  ] as const;
  const withLink = { ...finishedUpload.totals, handedOver: { items: 1, bytes: 0 } };
  const line = doneLine({ ...finishedUpload, totals: withLink }, files);
  expect(line.endsWith('\n')).toBe(true);
  expect(line.trim()).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    event: 'done',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    upload: 3,
    dataset: 7,
    items: 2,
    bytes: 300,
    handedOver: 1,
    failed: 2,
    skipped: 3,
    exceptions: { ...noExceptions, failed: 1, held: 1, excluded: 3 },
    sourceFiles: files,
    sourceFilesNotListed: 0,
  });
  expect(JSON.parse(doneLine(finishedUpload, []))).toMatchObject({ sourceFiles: [] });
});

it('the done line of a hundred thousand source files stays readable', () => {
  const file = {
    id: 11,
    path: '/e/a',
    state: 'accepted',
    bytes: 100,
    sha1: 'aa',
    sha256: 'bb',
    parts: 1,
  } as const;
  const totals = { ...finishedUpload.totals, accepted: { items: 100_000, bytes: 10_000_000 } };
  const line = doneLine({ ...finishedUpload, totals }, Array(100_000).fill(file));
  expect(line.length).toBeLessThan(200_000);
  const done = JSON.parse(line);
  expect([done.sourceFiles.length, done.sourceFilesNotListed]).toEqual([1000, 99_000]);
});

it('JSON progress has numbers, not sentences', () => {
  expect(progressFields(runningProgress)).toMatchObject({
    upload: 3,
    state: 'uploading',
    bytes: { done: 12_900_000_000, total: 28_900_000_000 },
    files: { done: 1204, total: 3310 },
    skipped: 12,
  });
});

it('the summary says what was found in files that were accepted', () => {
  const exceptions = { ...noExceptions, locked: 8, empty: 1_214 };
  const next = { seeAll: '', receipt: '', retry: '', review: '' };
  const problems = { skipped: [], listed: [], notListed: 0 };
  expect(summaryLines({ ...finishedUpload, exceptions }, problems, next, 80)).toContain(
    'Findings      8 locked, 1,214 empty',
  );
  expect(summaryLines(finishedUpload, problems, next, 80).join()).not.toContain('Findings');
});
