/** Resumes interrupted uploads: after a start, an engine crash, a lost connection, a new key, or when the computer wakes. */

import { failureText } from '../../preload/contract/failures/failure-table.ts';
import type { UploadId } from '../../preload/contract/views/ids.ts';
import { isUnfinished } from '../../preload/contract/views/upload-stage.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';
import type { WatchedFolderView } from '../../preload/contract/watch/watched-folder.ts';
import type { Connections, KeyChange } from '../connections/connections.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { UploadStarter } from './upload-starter.ts';
import type { UploadTracker } from './upload-tracker.ts';
import type { WatchTracker } from './watch-tracker.ts';

export interface AutoResumeOptions {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly tracker: UploadTracker;
  readonly watchTracker: Pick<WatchTracker, 'reset'>;
  readonly starter: Pick<UploadStarter, 'resume'>;
  readonly connections: Pick<Connections, 'views' | 'connectAll' | 'refresh' | 'check'>;
  readonly sandbox: Pick<SandboxHost, 'view' | 'start'>;
  readonly applyLimits: () => Promise<unknown>;
  readonly log: (message: string) => void;
}

export interface AutoResume {
  /** Logs why if it can't. */
  resume(uploadId: UploadId): Promise<void>;
  onEngineReady(): Promise<void>;
  onConnectionReady(connectionId: string, key: KeyChange): Promise<void>;
  /** An upload stopped because its key was refused: its connection asks for another, unless it has a new one already. */
  onKeyRefused(upload: UploadView): Promise<void>;
  onWake(): Promise<void>;
}

export function createAutoResume(options: AutoResumeOptions): AutoResume {
  const { engine, starter, tracker, connections, sandbox, log } = options;
  /** Uploads that were running with the previous key when their connection got a new one. */
  const runningWithOldKey = new Set<number>();

  async function refreshTracker(): Promise<readonly WatchedFolderView[]> {
    const snapshot = await engine.call('uploads.snapshot', undefined);
    if (!snapshot.ok) return [];
    tracker.reset(snapshot.value.uploads);
    return snapshot.value.watchedFolders;
  }

  async function resume(uploadId: UploadId): Promise<void> {
    const resumed = await starter.resume({ uploadId, links: [] });
    if (!resumed.ok) log(`Upload ${uploadId} was not resumed: ${failureText(resumed.failure)}`);
  }

  async function onConnectionReady(connectionId: string, key: KeyChange): Promise<void> {
    // An upload has a connection id only while that connection is open.
    await refreshTracker();
    const isHere = (upload: UploadView): boolean => upload.connectionId === connectionId;
    const waiting = new Set(tracker.interrupted().filter(isHere));
    if (key === 'new') {
      for (const upload of tracker.keyRefused().filter(isHere)) waiting.add(upload);
      for (const upload of tracker.all().filter(isHere)) {
        if (upload.state === 'uploading') runningWithOldKey.add(upload.id);
      }
    }
    for (const { id } of waiting) await resume(id);
  }

  return {
    resume,
    async onEngineReady() {
      await options.applyLimits();
      // One answer for both: with a thousand uploads it has a megabyte.
      const watchedFolders = await refreshTracker();
      options.watchTracker.reset(watchedFolders);
      const connecting = connections.connectAll();
      const needsSandbox =
        tracker.all().some(isUnfinishedInSandbox) || watchedFolders.some(isActiveInSandbox);
      if (needsSandbox && sandbox.view.kind === 'stopped') await sandbox.start();
      await connecting;
      // They wait for connections that aren't ready.
      await engine.call('watch.start', undefined);
    },
    onConnectionReady,
    async onKeyRefused({ id, connectionId }) {
      // Once only: a second refusal is about the new key.
      if (runningWithOldKey.delete(id)) await resume(id);
      else if (connectionId !== null) await connections.check(connectionId);
    },
    async onWake() {
      await connections.refresh();
      await engine.call('watch.wake', undefined);
      for (const { id, state } of connections.views()) {
        if (state.kind === 'ready') await onConnectionReady(id, 'same');
      }
    },
  };
}

function isActiveInSandbox({ isSandbox, state }: WatchedFolderView): boolean {
  return isSandbox && state === 'active';
}

function isUnfinishedInSandbox(upload: UploadView): boolean {
  return upload.isSandbox && isUnfinished(upload);
}
