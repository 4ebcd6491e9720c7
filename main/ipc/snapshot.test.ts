import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { events, type WindowEvent } from '../../preload/contract/index.ts';
import { uploadId } from '../../preload/contract/views/ids.ts';
import { snapshot } from '../../preload/contract/views/views.ts';
import { app, upload } from '../../test/fixtures/views.ts';
import { createEventPublisher } from './event-publisher.ts';
import { snapshotHandlers } from './snapshot.ts';

function snapshotOf(
  engineSnapshot: () => Promise<
    Result<{ uploads: ReturnType<typeof upload>[]; progress: []; watchedFolders: [] }>
  >,
) {
  const sent: WindowEvent[] = [];
  const publisher = createEventPublisher((event) => sent.push(event));
  const handlers = snapshotHandlers({
    events: publisher,
    engineView: () => ({ kind: 'running' }),
    engineSnapshot,
    sandbox: { view: { kind: 'stopped' } },
    connections: { views: () => [] },
    appView: () => app(),
  });
  return { publisher, sent, snapshotNow: () => handlers.snapshot(undefined) };
}

describe('snapshot and events', () => {
  it('fit the contract and are numbered one by one', async () => {
    const { publisher, sent, snapshotNow } = snapshotOf(async () =>
      success({ uploads: [upload()], progress: [], watchedFolders: [] }),
    );
    publisher.publish({ name: 'sandbox.changed', data: { kind: 'starting' } });
    publisher.publish({ name: 'upload.removed', data: { uploadId: uploadId.parse(1) } });
    expect(sent.map(({ revision }) => revision)).toEqual([1, 2]);
    for (const { name, data } of sent) events[name].parse(data);
    const result = await snapshotNow();
    expect(result.ok && snapshot.parse(result.value)).toMatchObject({ revision: 2, uploads: [{ id: 1 }] });
  });

  it('leave a gap where the window must snapshotNow a new snapshot', () => {
    const { publisher, sent } = snapshotOf(async () => failure('closing'));
    publisher.publish({ name: 'engine.changed', data: { kind: 'starting' } });
    publisher.invalidate();
    publisher.publish({ name: 'engine.changed', data: { kind: 'running' } });
    expect(sent.map(({ revision }) => revision)).toEqual([1, 3]);
  });

  it('work without an engine, so that the window can say what is wrong', async () => {
    const { snapshotNow } = snapshotOf(async () => failure('store-locked', { path: '/s' }));
    expect(await snapshotNow()).toMatchObject({
      ok: true,
      value: { uploads: [], progress: [], watchedFolders: [] },
    });
  });

  it('belong together: an event after the engine’s answer is newer than the snapshot', async () => {
    const answer = Promise.withResolvers<Result<{ uploads: []; progress: []; watchedFolders: [] }>>();
    const { publisher, snapshotNow } = snapshotOf(() => answer.promise);
    const pending = snapshotNow();
    publisher.publish({ name: 'upload.removed', data: { uploadId: uploadId.parse(1) } });
    answer.resolve(success({ uploads: [], progress: [], watchedFolders: [] }));
    // The engine's next message arrives in its own turn of the event loop.
    setImmediate(() => publisher.publish({ name: 'upload.removed', data: { uploadId: uploadId.parse(2) } }));
    expect(await pending).toMatchObject({ value: { revision: 1 } });
  });
});
