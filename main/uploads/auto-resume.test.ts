import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import { uploadId, watchRuleId } from '../../preload/contract/views/ids.ts';
import type { ConnectionView, SandboxView, UploadView } from '../../preload/contract/views/views.ts';
import type { WatchedFolderView } from '../../preload/contract/watch/watched-folder.ts';
import { memoryStore } from '../../test/fakes/memory-store.ts';
import { connection, upload } from '../../test/fixtures/views.ts';
import { watchedFolder } from '../../test/fixtures/watched-folder.ts';
import { type AutoResumeOptions, createAutoResume } from './auto-resume.ts';
import { createUploadStarter } from './upload-starter.ts';
import { createUploadTracker } from './upload-tracker.ts';

const keyRefused = failure('key-refused', { operation: 'PostSourceFilePart', status: 401 });
const interrupted = (given: Partial<UploadView> = {}): UploadView => upload({ state: 'paused', ...given });

/** `runningIds`: those that were running before the interruption. */
function createFrom(uploads: UploadView[], runningIds: number[], watchedFolders: WatchedFolderView[] = []) {
  const calls: { name: string; argument: unknown }[] = [];
  const connectionViews: ConnectionView[] = [];
  let sandbox: SandboxView = { kind: 'stopped' };
  const engine: AutoResumeOptions['engine'] = {
    call: async (name, argument) => {
      calls.push({ name, argument });
      const answers: Record<string, unknown> = {
        'uploads.snapshot': { uploads, progress: [], watchedFolders },
      };
      return JSON.parse(JSON.stringify({ ok: true, value: answers[name] ?? null }));
    },
  };
  const autoResume = createAutoResume({
    tracker: createUploadTracker(memoryStore({ uploadIds: runningIds }), () => undefined),
    watchTracker: { reset: (folders) => void calls.push({ name: 'watched', argument: folders }) },
    engine,
    starter: createUploadStarter(engine),
    connections: {
      views: () => connectionViews,
      connectAll: async () => undefined,
      refresh: async () => undefined,
      check: async (id) => {
        calls.push({ name: 'check', argument: id });
        return keyRefused;
      },
    },
    sandbox: {
      get view() {
        return sandbox;
      },
      start: async () => {
        sandbox = { kind: 'running', url: 'http://127.0.0.1:1/', connectionId: 'sandbox' };
        return success(sandbox);
      },
    },
    applyLimits: async () => calls.push({ name: 'limits.set', argument: null }),
    log: () => undefined,
  });
  const resumed = () => calls.filter(({ name }) => name === 'uploads.run').map(({ argument }) => argument);
  const resumedIds = () => resumed().map((argument) => JSON.parse(JSON.stringify(argument)).uploadId);
  return { autoResume, calls, resumed, resumedIds, connectionViews, sandboxView: () => sandbox };
}

describe('after a start', () => {
  it('an upload resumes as soon as its own connection is ready', async () => {
    const uploads = [
      interrupted({ id: uploadId.parse(1), connectionId: 'c' }),
      interrupted({ id: uploadId.parse(2), connectionId: 'd' }),
    ];
    const { autoResume, calls, resumed } = createFrom(uploads, [1, 2]);
    await autoResume.onEngineReady();
    expect(calls[0]?.name).toBe('limits.set');
    expect(resumed()).toEqual([]);
    await autoResume.onConnectionReady('d', 'same');
    expect(resumed()).toEqual([{ uploadId: 2, links: [], held: 'ask', isStart: false }]);
  });

  it('the sandbox starts if it has an unfinished upload, and only then', async () => {
    const unfinished = createFrom([interrupted({ isSandbox: true })], []);
    await unfinished.autoResume.onEngineReady();
    expect(unfinished.sandboxView().kind).toBe('running');
    const finished = createFrom(
      [upload({ isSandbox: true, state: 'finished' }), interrupted({ id: uploadId.parse(2) })],
      [],
    );
    await finished.autoResume.onEngineReady();
    expect(finished.sandboxView().kind).toBe('stopped');
  });
});

describe('watched folders', () => {
  it('start once the connections were opened, with the sandbox if a rule sends to it', async () => {
    const { autoResume, calls, sandboxView } = createFrom([], [], [watchedFolder({ isSandbox: true })]);
    await autoResume.onEngineReady();
    expect(sandboxView().kind).toBe('running');
    const names = ['limits.set', 'uploads.snapshot', 'watched', 'watch.start'];
    expect(calls.map(({ name }) => name)).toEqual(names);
  });

  it('that are paused need no sandbox', async () => {
    const paused = watchedFolder({ isSandbox: true, state: 'paused' });
    const { autoResume, sandboxView } = createFrom([], [], [paused]);
    await autoResume.onEngineReady();
    expect(sandboxView().kind).toBe('stopped');
  });

  it('resume their uploads themselves, at the hours of their rules', async () => {
    const uploads = [
      interrupted({ id: uploadId.parse(1), connectionId: 'c', watchRuleId: watchRuleId.parse(1) }),
    ];
    const { autoResume, resumedIds, connectionViews, calls } = createFrom(uploads, [1]);
    connectionViews.push(connection({ id: 'c' }));
    await autoResume.onConnectionReady('c', 'new');
    await autoResume.onWake();
    expect(resumedIds()).toEqual([]);
    expect(calls.map(({ name }) => name)).toContain('watch.wake');
  });
});

describe('when the computer wakes', () => {
  it('uploads resume whose connection is ready', async () => {
    const { autoResume, resumedIds, connectionViews } = createFrom([interrupted({ connectionId: 'c' })], [1]);
    connectionViews.push(connection({ id: 'c' }));
    await autoResume.onWake();
    expect(resumedIds()).toEqual([1]);
  });
});

describe('a refused key', () => {
  const refused = (id: number, connectionId: string): UploadView =>
    interrupted({ id: uploadId.parse(id), connectionId, stoppedBy: keyRefused.failure });

  it('stops its uploads until there is a new key, and then only those of that connection resume', async () => {
    const uploads = [
      refused(1, 'c'),
      refused(2, 'd'),
      interrupted({ id: uploadId.parse(3) }),
      refused(4, 'c'),
    ];
    const { autoResume, resumedIds } = createFrom(uploads, []);
    await autoResume.onConnectionReady('c', 'same');
    expect(resumedIds()).toEqual([]);
    await autoResume.onConnectionReady('c', 'new');
    expect(resumedIds()).toEqual([1, 4]);
  });

  it('makes the connection be checked, so that it asks for a new key', async () => {
    const { autoResume, calls } = createFrom([refused(1, 'c')], []);
    await autoResume.onKeyRefused(refused(1, 'c'));
    expect(calls).toEqual([{ name: 'check', argument: 'c' }]);
  });

  it('that was in use when a new one was entered does not count against the new one, but only once', async () => {
    const { autoResume, calls, resumedIds } = createFrom([upload({ connectionId: 'c' })], []);
    await autoResume.onConnectionReady('c', 'new');
    expect(resumedIds()).toEqual([]);
    await autoResume.onKeyRefused(refused(1, 'c'));
    expect(resumedIds()).toEqual([1]);
    await autoResume.onKeyRefused(refused(1, 'c'));
    expect(resumedIds()).toEqual([1]);
    expect(calls.at(-1)).toEqual({ name: 'check', argument: 'c' });
  });
});
