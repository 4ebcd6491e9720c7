import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import { events, type WindowEvent } from '../../preload/contract/index.ts';
import { snapshot } from '../../preload/contract/views.ts';
import { sampleUpload } from '../../test/fakes/main-state.ts';
import { defaultPreferences } from '../app/settings-schema.ts';
import { createMirror } from './event-publisher.ts';
import { snapshotHandlers } from './snapshot.ts';

function stage(
  inEngine: () => Promise<Result<{ uploads: ReturnType<typeof sampleUpload>[]; progress: [] }>>,
) {
  const sent: WindowEvent[] = [];
  const mirror = createMirror((event) => sent.push(event));
  const handlers = snapshotHandlers({
    mirror,
    engineView: () => ({ kind: 'running' }),
    engineSnapshot: inEngine,
    sandbox: { view: { kind: 'stopped' } },
    connections: { views: () => [] },
    appView: () => ({
      version: '1',
      runtime: 'Node',
      platform: 'linux',
      dataFolder: '/d',
      keyStorage: 'keychain',
      updates: { kind: 'off' },
      caFile: null,
      preferences: defaultPreferences,
    }),
  });
  return { mirror, sent, take: () => handlers.snapshot(undefined) };
}

describe('snapshot and events', () => {
  it('fit the contract, and count one by one', async () => {
    const { mirror, sent, take } = stage(async () => success({ uploads: [sampleUpload()], progress: [] }));
    mirror.push({ name: 'sandbox.changed', data: { kind: 'starting' } });
    mirror.push({ name: 'upload.removed', data: { uploadId: 1 } });
    expect(sent.map(({ revision }) => revision)).toEqual([1, 2]);
    for (const { name, data } of sent) events[name].parse(data);
    const taken = await take();
    expect(taken.ok && snapshot.parse(taken.value)).toMatchObject({ revision: 2, uploads: [{ id: 1 }] });
  });

  it('leave a gap where the window must look again', () => {
    const { mirror, sent } = stage(async () => failure('stopped', ''));
    mirror.push({ name: 'engine.changed', data: { kind: 'starting' } });
    mirror.outdate();
    mirror.push({ name: 'engine.changed', data: { kind: 'running' } });
    expect(sent.map(({ revision }) => revision)).toEqual([1, 3]);
  });

  it('show a window that has no engine what is wrong, instead of nothing', async () => {
    const { take } = stage(async () => failure('store-locked', 'Another Lading has the store.'));
    expect(await take()).toMatchObject({ ok: true, value: { uploads: [], progress: [] } });
  });

  it('belong together: an event that comes with the engine’s answer is newer than the snapshot', async () => {
    const asked = Promise.withResolvers<Result<{ uploads: []; progress: [] }>>();
    const { mirror, take } = stage(() => asked.promise);
    const taking = take();
    mirror.push({ name: 'upload.removed', data: { uploadId: 1 } });
    asked.resolve(success({ uploads: [], progress: [] }));
    // The engine's next message comes in a turn of its own.
    setImmediate(() => mirror.push({ name: 'upload.removed', data: { uploadId: 2 } }));
    expect(await taking).toMatchObject({ value: { revision: 1 } });
  });
});
