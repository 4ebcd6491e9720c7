import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../../preload/contract/views.ts';
import { whyNotStart } from '../../../renderer/features/new-upload/start.ts';
import { totals } from '../../fakes/window/uploads.ts';

const connection: ConnectionView = {
  id: 'harrow',
  name: 'Harrow',
  serverUrl: 'https://review.example.com/',
  keyId: 'hp',
  profileName: null,
  isSandbox: false,
  state: { kind: 'ready', userName: 'Dana' },
};
const guard = { mustTypeName: false, databaseName: 'Doe v. Roe', usedBefore: [] };
const good: Parameters<typeof whyNotStart>[0] = {
  upload: { totals: totals({ queued: { items: 3, bytes: 9 } }) },
  guard,
  typed: '',
  connection,
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
    const broken = { ...connection, state: { kind: 'failed', failure: failed } } as const;
    expect(whyNotStart({ ...good, connection: broken })).toBe('connection');
    expect(whyNotStart({ ...good, connection: null })).toBe('connection');
    expect(whyNotStart({ ...good, engine: { kind: 'failed', failure: failed } })).toBe('engine');
    expect(whyNotStart({ ...good, upload: { totals: totals({}) } })).toBe('nothing');
  });
});
