import { describe, expect, it } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import { connection, totals } from '../../../../test/fixtures/views.ts';
import { startBlocker } from './start-blockers.ts';

const ready = connection();
const check = { reason: null, databaseId: 1, databaseName: 'Doe v. Roe', subject: null, usedBefore: [] };
const startable: Parameters<typeof startBlocker>[0] = {
  upload: { totals: totals({ queued: { items: 3, bytes: 9 } }) },
  databaseCheck: check,
  typedName: '',
  connection: ready,
  engine: { kind: 'running' },
  invalidSettings: 0,
};

describe('the start of an upload', () => {
  it('is possible when nothing blocks it', () => {
    expect(startBlocker(startable)).toBeNull();
  });

  it('requires the exact database name', () => {
    const asked = { ...startable, databaseCheck: { ...check, reason: 'new-database' } } as const;
    expect(startBlocker(asked)).toBe('databaseCheck');
    expect(startBlocker({ ...asked, typedName: 'doe v. roe' })).toBe('databaseCheck');
    expect(startBlocker({ ...asked, typedName: 'Doe v. Ro' })).toBe('databaseCheck');
    expect(startBlocker({ ...asked, typedName: 'Doe v. Roe' })).toBeNull();
  });

  it('is blocked by a setting that was typed and cannot be saved', () => {
    expect(startBlocker({ ...startable, invalidSettings: 1 })).toBe('settings');
  });

  it('is blocked until the database check has an answer', () => {
    expect(startBlocker({ ...startable, databaseCheck: null })).toBe('checking');
    expect(startBlocker({ ...startable, databaseCheck: 'failed' })).toBe('unchecked');
  });

  it('requires a ready connection, a running engine, and something to send', () => {
    const failed = failure('connection-not-ready').failure;
    const broken = { ...ready, state: { kind: 'failed', failure: failed } } as const;
    expect(startBlocker({ ...startable, connection: broken })).toBe('connection');
    expect(startBlocker({ ...startable, connection: null })).toBe('connection');
    expect(startBlocker({ ...startable, engine: { kind: 'failed', failure: failed } })).toBe('engine');
    expect(startBlocker({ ...startable, upload: { totals: totals() } })).toBe('nothing');
  });
});
