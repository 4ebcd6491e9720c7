import { describe, expect, it } from 'vitest';
import { type Failure, failure } from '../../../../preload/contract/failures/failure.ts';
import { type RunOutcome, retryDelayMs, runOutcome } from './run-outcome.ts';

const answered = { operation: 'PostDatasetFile', status: 403 } as const;
const network = { kind: 'network', fault: 'connection-reset', code: 'ECONNRESET' } as const;
const signIn = { kind: 'sign-in-required', status: 511 } as const;

describe('after an upload, its watched folder', () => {
  it.each<[string, Failure | null, RunOutcome]>([
    ['goes on after success', null, { kind: 'done' }],
    ['pauses if a person paused the upload', failure('stopped').failure, { kind: 'upload' }],
    ['goes on later if Lading is closing', failure('closing').failure, { kind: 'stopped' }],
    [
      'waits for a key',
      failure('key-refused', { operation: 'GetDatabase', status: 401 }).failure,
      { kind: 'key' },
    ],
    [
      'waits for a connection',
      failure('server-not-connected', { serverUrl: 'https://h/' }).failure,
      { kind: 'retry', waitingFor: 'connection' },
    ],
    [
      'waits for the platform',
      failure('unreachable', { host: 'h', operation: 'GetDatabase', reason: network }).failure,
      { kind: 'retry', waitingFor: 'platform' },
    ],
    [
      'waits for the platform where a sign-in page answers',
      failure('unexpected-answer', { operation: 'GetDatabase', reason: signIn }).failure,
      { kind: 'retry', waitingFor: 'platform' },
    ],
    [
      'breaks if the platform gives a source file twice, which its operator has to explain',
      failure('source-file-not-new', { path: 'a', sourceFileId: 1 }).failure,
      { kind: 'broken' },
    ],
    [
      'waits for space',
      failure('disk-full', { path: '/data' }).failure,
      { kind: 'store', failure: { code: 'disk-full', path: '/data' } },
    ],
    [
      'waits while its data folder is read-only',
      failure('store-read-only', { path: '/data' }).failure,
      { kind: 'store', failure: { code: 'store-read-only', path: '/data' } },
    ],
    [
      'breaks if the store is damaged',
      failure('store-damaged', { path: '/data', detail: 'no database' }).failure,
      { kind: 'broken' },
    ],
    [
      'waits for its CSV of custodians',
      failure('source-missing', { path: '/share/people.csv' }).failure,
      { kind: 'retry', waitingFor: 'custodian-map' },
    ],
    ['breaks if it may not upload', failure('forbidden', answered).failure, { kind: 'broken' }],
    [
      'breaks if the database is gone',
      failure('database-not-found', { databaseId: 7 }).failure,
      { kind: 'broken' },
    ],
    ['breaks after a bug', failure('bug').failure, { kind: 'broken' }],
  ])('%s', (_what, reason, outcome) => {
    expect(runOutcome(reason, false)).toEqual(outcome);
  });

  it('goes on later if it stopped the upload itself', () => {
    expect(runOutcome(failure('stopped').failure, true)).toEqual({ kind: 'stopped' });
  });
});

it('attempts become rarer, up to five minutes', () => {
  expect([1, 2, 3, 20].map(retryDelayMs)).toEqual([5_000, 10_000, 20_000, 300_000]);
});
