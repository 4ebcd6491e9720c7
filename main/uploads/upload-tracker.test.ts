import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failure.ts';
import type { ConnectionView, SandboxView, UploadView } from '../../preload/contract/views.ts';
import { memoryFile, noTotals, sampleProgress, sampleUpload } from '../../test/fakes/main-state.ts';
import { createGoingOn } from './auto-resume.ts';
import { createActivity } from './upload-tracker.ts';

const stage = (uploadIds: number[] = []) => {
  const running = memoryFile({ uploadIds });
  return { running, activity: createActivity(running, () => undefined) };
};
const changed = (upload: UploadView) => ({ event: 'upload.changed', data: upload }) as const;

describe('what the uploads do', () => {
  it('is told as how many send, how far, and whether all of them wait', () => {
    const { activity } = stage();
    const totals = {
      ...noTotals,
      accepted: { items: 1, bytes: 100 },
      uploading: { items: 1, bytes: 200 },
      queued: { items: 1, bytes: 100 },
    };
    activity.see(changed(sampleUpload({ state: 'uploading', totals, acknowledgedBytes: 100 })));
    expect(activity.busy).toEqual({ sending: 1, fraction: 0.25, isWaiting: false });
    const waiting = { reason: 'the network is down', retryAtMs: 0 };
    activity.see({ event: 'progress', data: sampleProgress({ totals, acknowledgedBytes: 300, waiting }) });
    expect(activity.busy).toEqual({ sending: 1, fraction: 0.75, isWaiting: true });
    activity.see(changed(sampleUpload({ state: 'finished' })));
    expect(activity.busy).toEqual({ sending: 0, fraction: null, isWaiting: false });
  });
});

describe('what goes on by itself', () => {
  it('is remembered from the first progress on, before anything else is told', () => {
    const { activity, running } = stage();
    activity.reset([sampleUpload({ state: 'ready' })]);
    activity.see({ event: 'progress', data: sampleProgress() });
    expect(activity.busy.sending).toBe(1);
    expect(running.value.uploadIds).toEqual([1]);
  });

  it('is what was sending when Lading was killed, and not what a person paused', () => {
    const before = stage();
    for (const id of [1, 2, 3]) before.activity.see(changed(sampleUpload({ id, state: 'uploading' })));
    before.activity.see(changed(sampleUpload({ id: 2, state: 'paused' })));
    before.activity.see(changed(sampleUpload({ id: 3, state: 'finished' })));
    const after = stage(before.running.value.uploadIds);
    after.activity.reset([1, 2, 3].map((id) => sampleUpload({ id })));
    expect(after.activity.interrupted().map(({ id }) => id)).toEqual([1]);
  });

  it('is also what the drain pauses on quit', () => {
    const { activity, running } = stage();
    activity.see(changed(sampleUpload({ state: 'uploading' })));
    activity.freeze();
    activity.see(changed(sampleUpload({ state: 'paused' })));
    expect(running.value.uploadIds).toEqual([1]);
  });

  it('is also what the engine had under way when it crashed', () => {
    const { activity } = stage();
    activity.see(changed(sampleUpload({ state: 'uploading' })));
    activity.reset([]);
    expect(activity.busy.sending).toBe(0);
    // The new engine tells what it found.
    activity.see(changed(sampleUpload({ state: 'paused' })));
    expect(activity.interrupted()).toHaveLength(1);
  });

  it('is also what the network stopped, and not what was cancelled, refused or removed', () => {
    const { activity, running } = stage();
    const stop = (id: number, code: 'unreachable' | 'key-refused') =>
      activity.see(changed(sampleUpload({ id, state: 'paused', stoppedBy: { code, message: '' } })));
    for (const id of [1, 2, 3, 4]) activity.see(changed(sampleUpload({ id, state: 'uploading' })));
    stop(1, 'unreachable');
    stop(2, 'key-refused');
    activity.see(changed(sampleUpload({ id: 3, state: 'cancelled' })));
    activity.see({ event: 'upload.removed', data: { uploadId: 4 } });
    expect(running.value.uploadIds).toEqual([1]);
  });
});

function goingOnStage(uploads: UploadView[], uploadIds: number[]) {
  const { activity } = stage(uploadIds);
  const asked: { name: string; argument: unknown }[] = [];
  let sandbox: SandboxView = { kind: 'stopped' };
  const connectionViews: ConnectionView[] = [];
  const goingOn = createGoingOn({
    activity,
    engine: {
      ask: async (name, argument) => {
        asked.push({ name, argument });
        const answers: Record<string, unknown> = { 'uploads.snapshot': { uploads, progress: [] } };
        return JSON.parse(JSON.stringify({ ok: true, value: answers[name] ?? null }));
      },
    },
    connections: {
      views: () => connectionViews,
      connectAll: async () => undefined,
      refresh: async () => undefined,
      check: async (id) => {
        asked.push({ name: 'check', argument: id });
        return failure('key-refused', '');
      },
    },
    sandbox: {
      get view() {
        return sandbox;
      },
      start: async () => {
        sandbox = { kind: 'running', url: 'http://127.0.0.1:1/', connectionId: 'p' };
        return success(sandbox);
      },
    },
    tellPreferences: async () => asked.push({ name: 'limits.set', argument: null }),
    note: () => undefined,
  });
  const started = () => asked.filter(({ name }) => name === 'uploads.run').map(({ argument }) => argument);
  return { activity, goingOn, asked, started, connectionViews, sandboxView: () => sandbox };
}

describe('after a start', () => {
  it('an upload goes on as soon as its own connection is ready', async () => {
    const uploads = [sampleUpload({ id: 1, connectionId: 'c' }), sampleUpload({ id: 2, connectionId: 'd' })];
    const { goingOn, asked, started } = goingOnStage(uploads, [1, 2]);
    await goingOn.engineReady();
    expect(asked[0]?.name).toBe('limits.set');
    expect(started()).toEqual([]);
    await goingOn.connectionReady('d', 'same');
    expect(started()).toEqual([{ uploadId: 2, links: [], held: 'ask' }]);
  });

  it('the practice platform is started where practice is unfinished, and only there', async () => {
    const unfinished = goingOnStage([sampleUpload({ isSandbox: true })], []);
    await unfinished.goingOn.engineReady();
    expect(unfinished.sandboxView().kind).toBe('running');
    const finished = goingOnStage(
      [sampleUpload({ isSandbox: true, state: 'finished' }), sampleUpload({ id: 2 })],
      [],
    );
    await finished.goingOn.engineReady();
    expect(finished.sandboxView().kind).toBe('stopped');
  });

  it('of the computer, what the network stopped is started again, with its links', async () => {
    const { goingOn, activity, started, connectionViews } = goingOnStage([sampleUpload()], [1]);
    activity.keepLinks(1, ['https://files.example/a.zip?token=x']);
    connectionViews.push({
      id: 'c',
      name: '',
      serverUrl: '',
      keyId: null,
      profileName: null,
      isSandbox: false,
      state: { kind: 'ready', userName: '' },
    });
    await goingOn.awake();
    expect(started()).toEqual([{ uploadId: 1, links: ['https://files.example/a.zip?token=x'], held: 'ask' }]);
  });
});

describe('a refused key', () => {
  const refused = (id: number, connectionId: string) =>
    sampleUpload({ id, connectionId, stoppedBy: { code: 'key-refused', message: '' } });
  const ids = (started: readonly unknown[]) =>
    started.map((argument) => JSON.parse(JSON.stringify(argument)).uploadId);

  it('holds its uploads until there is another, and lets those of that connection alone go on', async () => {
    const uploads = [refused(1, 'c'), refused(2, 'd'), sampleUpload({ id: 3 }), refused(4, 'c')];
    const { goingOn, started } = goingOnStage(uploads, []);
    await goingOn.connectionReady('c', 'same');
    expect(started()).toEqual([]);
    await goingOn.connectionReady('c', 'new');
    expect(ids(started())).toEqual([1, 4]);
  });

  it('makes the connection be looked at, so that it asks for another', async () => {
    const { goingOn, asked, started } = goingOnStage([refused(1, 'c')], []);
    await goingOn.keyRefused(refused(1, 'c'));
    expect(asked).toEqual([{ name: 'check', argument: 'c' }]);
    expect(started()).toEqual([]);
  });

  it('that was still in use when another was given is not held against that one, but only once', async () => {
    const { goingOn, asked, started } = goingOnStage([sampleUpload({ state: 'uploading' })], []);
    await goingOn.connectionReady('c', 'new');
    expect(started()).toEqual([]);
    await goingOn.keyRefused(refused(1, 'c'));
    expect(ids(started())).toEqual([1]);
    await goingOn.keyRefused(refused(1, 'c'));
    expect(ids(started())).toEqual([1]);
    expect(asked.at(-1)).toEqual({ name: 'check', argument: 'c' });
  });
});

describe('links in full', () => {
  it('that are given anew take the place of those that lead to the same', () => {
    const { activity } = stage();
    const [first, other] = ['https://h.example/a.zip?sig=1', 'https://h.example/b.zip?sig=2'];
    activity.keepLinks(1, [first, other]);
    activity.keepLinks(1, ['https://h.example/a.zip?sig=3']);
    expect(activity.linksOf(1)).toEqual([other, 'https://h.example/a.zip?sig=3']);
  });

  it('that are alike but for their secrets stay apart, in the order in which they were given', () => {
    const { activity } = stage();
    const alike = ['https://h.example/get?id=1', 'https://h.example/get?id=2'];
    activity.keepLinks(1, alike);
    activity.keepLinks(1, []);
    expect(activity.linksOf(1)).toEqual(alike);
  });
});
