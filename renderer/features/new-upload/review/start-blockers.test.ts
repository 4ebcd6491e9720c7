import { describe, expect, it } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import { connection } from '../../../../test/fixtures/views.ts';
import { startBlocker } from './start-blockers.ts';

const ready = connection();
const startable: Parameters<typeof startBlocker>[0] = {
  startCheck: 'loaded',
  connection: ready,
  engine: { kind: 'running' },
  invalidSettings: 0,
};

describe('the start of an upload', () => {
  it('is the engine’s to refuse once it answered', () => {
    expect(startBlocker(startable)).toBeNull();
  });

  it('is blocked by a setting that was typed and cannot be saved', () => {
    expect(startBlocker({ ...startable, invalidSettings: 1 })).toBe('settings');
  });

  it('is blocked until the engine’s check has an answer', () => {
    expect(startBlocker({ ...startable, startCheck: 'loading' })).toBe('checking');
    expect(startBlocker({ ...startable, startCheck: 'failed' })).toBe('unchecked');
  });

  it('requires a ready connection and a running engine', () => {
    const failed = failure('connection-not-ready').failure;
    const broken = { ...ready, state: { kind: 'failed', failure: failed } } as const;
    expect(startBlocker({ ...startable, connection: broken })).toBe('connection');
    expect(startBlocker({ ...startable, connection: null })).toBe('connection');
    expect(startBlocker({ ...startable, engine: { kind: 'failed', failure: failed } })).toBe('engine');
  });
});
