import { describe, expect, it, test } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import { failureCodes } from '../../../preload/contract/failures/failure-table.ts';
import { type CliError, errorText, isUsageError } from './errors.ts';

const held = (command: string) => ({ command, pid: 1, host: 'h', since: '2026-11-14T20:20:08.000Z' });

describe('an error says what to do on the command line', () => {
  const table: readonly (readonly [CliError, RegExp])[] = [
    [failure('server-url-missing').failure, /--server.*LADING_SERVER/],
    [failure('key-missing').failure, /LADING_API_KEY.*--key-file/],
    [failure('upload-not-found', { uploadId: 7 }).failure, /lading status/],
    [failure('store-locked', { path: '/s' }).failure, /--state/],
    [failure('store-locked', { path: '/s', holder: held('the Lading window') }).failure, /quit Lading/],
    [
      failure('store-locked', { path: '/s', holder: held('lading upload') }).failure,
      /Wait until it finishes, or stop it\.$/,
    ],
    [{ code: 'confirmation-missing' }, /^Nothing was canceled\. .* can't be resumed.*pass --yes\.$/],
    [{ code: 'sync-confirmation-missing' }, /^Nothing was synchronized\. .*pass --yes\.$/],
    [{ code: 'dataset-missing' }, /--dataset NAME.*--dataset-id ID/],
    [{ code: 'option-for-new-dataset', option: '--settings' }, /^--settings /],
  ];
  test.each(table.map(([error, text]) => [error.code, error, text] as const))('%s', (_code, error, text) => {
    expect(errorText(error)).toMatch(text);
  });
});

it('no mistake of a call has the code of a failure: each has one text', () => {
  expect(failureCodes.filter((code) => isUsageError({ code }))).toEqual([]);
});

it('what concerns a rule of the config file is said there alone', () => {
  const unconfirmed = failure('database-unconfirmed', {
    reason: 'new-database',
    databaseId: 7,
    databaseName: 'Acme',
    subject: '',
    usedBefore: ['Doe'],
    typed: null,
  }).failure;
  const unclear = failure('custodian-map-invalid', {
    path: '/map.csv',
    problem: 'separator-unclear',
    line: null,
    column: null,
    otherLine: null,
    problems: 1,
  }).failure;
  expect(errorText(unconfirmed)).toMatch(/--confirm-database NAME\.$/);
  expect(errorText(unconfirmed)).not.toMatch(/config|confirmDatabase/);
  expect(errorText(unconfirmed, true)).toMatch(/into the rule as confirmDatabase\.$/);
  expect(errorText(unclear)).toMatch(/Or pass --csv-separator/);
  expect(errorText(unclear, true)).not.toMatch(/--csv-separator/);
  expect(errorText(unclear, true)).toMatch(/put csvSeparator into the rule/);
});

it('a file that exists can be replaced, but a folder cannot', () => {
  const writeFailed = (reason: 'exists' | 'is-a-folder') =>
    failure('write-failed', { path: '/r.json', reason, errno: 'EEXIST' }).failure;
  expect(errorText(writeFailed('exists'))).toMatch(/--force/);
  expect(errorText(writeFailed('is-a-folder'))).not.toMatch(/--force/);
});

it('a crash names its report, and says that an upload is kept', () => {
  expect(errorText({ code: 'bug', report: '/s/crash.txt', resume: null })).toMatch(/\/s\/crash\.txt$/);
  expect(errorText({ code: 'bug', report: null, resume: 'lading resume 1' })).toMatch(/is kept/);
  // As status says it of an upload, wherever that ran.
  expect(errorText(failure('bug').failure)).toMatch(/in its log, or in the crash report/);
});
