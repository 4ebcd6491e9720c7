import { describe, expect, it } from 'vitest';
import { whyNotStart } from '../../../renderer/features/new-upload/start.ts';
import { connection, totals } from '../../fixtures/views.ts';

const ready = connection();
const guard = { mustTypeName: false, databaseName: 'Doe v. Roe', usedBefore: [] };
const good: Parameters<typeof whyNotStart>[0] = {
  upload: { totals: totals({ queued: { items: 3, bytes: 9 } }) },
  guard,
  typed: '',
  connection: ready,
  engine: { kind: 'running' },
};

describe('the start of an upload', () => {
  it('waits for nothing when all is well', () => {
    expect(whyNotStart(good)).toBeNull();
  });

  it('waits for the database’s name, exactly as it is written', () => {
    const asked = { ...good, guard: { ...guard, mustTypeName: true } };
    expect(whyNotStart(asked)).toBe('guard');
    expect(whyNotStart({ ...asked, typed: 'doe v. roe' })).toBe('guard');
    expect(whyNotStart({ ...asked, typed: 'Doe v. Ro' })).toBe('guard');
    expect(whyNotStart({ ...asked, typed: 'Doe v. Roe' })).toBeNull();
  });

  it('waits until it is known whether the name must be typed', () => {
    expect(whyNotStart({ ...good, guard: null })).toBe('checking');
    expect(whyNotStart({ ...good, guard: 'failed' })).toBe('unchecked');
  });

  it('needs a connection that is ready, an engine, and something to send', () => {
    const failed = { code: 'unreachable', message: '' } as const;
    const broken = { ...ready, state: { kind: 'failed', failure: failed } } as const;
    expect(whyNotStart({ ...good, connection: broken })).toBe('connection');
    expect(whyNotStart({ ...good, connection: null })).toBe('connection');
    expect(whyNotStart({ ...good, engine: { kind: 'failed', failure: failed } })).toBe('engine');
    expect(whyNotStart({ ...good, upload: { totals: totals({}) } })).toBe('nothing');
  });
});
