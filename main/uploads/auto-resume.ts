/**
 * What is taken up again by itself: after a start, a crash of the engine, a connection that came back, a
 * new key, a wake-up.
 */
import type { UploadView } from '../../preload/contract/views.ts';
import type { Connections } from '../connections/connections.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { Activity } from './upload-tracker.ts';

export interface GoingOnOptions {
  readonly engine: Pick<EngineHost, 'ask'>;
  readonly activity: Activity;
  readonly connections: Pick<Connections, 'views' | 'connectAll' | 'refresh' | 'check'>;
  readonly sandbox: Pick<SandboxHost, 'view' | 'start'>;
  readonly tellPreferences: () => Promise<unknown>;
  readonly note: (message: string) => void;
}

export interface GoingOn {
  engineReady(): Promise<void>;
  connectionReady(connectionId: string, key: 'same' | 'new'): Promise<void>;
  /** Its key was refused to this upload: the connection says so and asks for another, unless it has one already. */
  keyRefused(upload: UploadView): Promise<void>;
  awake(): Promise<void>;
}

export function createGoingOn(options: GoingOnOptions): GoingOn {
  const { engine, activity, connections, sandbox, note } = options;
  /** Those that were sending with the key before while their connection was given another. */
  const withOldKey = new Set<number>();

  async function look(): Promise<void> {
    const found = await engine.ask('uploads.snapshot', undefined);
    if (found.ok) activity.reset(found.value.uploads);
  }

  async function goOn(uploadId: number): Promise<void> {
    const links = [...activity.linksOf(uploadId)];
    const started = await engine.ask('uploads.run', { uploadId, links, held: 'ask' });
    if (!started.ok) note(`Upload ${uploadId} could not go on: ${started.failure.message}`);
  }

  async function connectionReady(connectionId: string, key: 'same' | 'new'): Promise<void> {
    // An upload finds its connection only once there is one.
    await look();
    const isHere = (upload: UploadView): boolean => upload.connectionId === connectionId;
    const waiting = new Set(activity.interrupted().filter(isHere));
    if (key === 'new') {
      for (const upload of activity.refused().filter(isHere)) waiting.add(upload);
      for (const { id, state, connectionId: over } of activity.uploads()) {
        if (state === 'uploading' && over === connectionId) withOldKey.add(id);
      }
    }
    for (const { id } of waiting) await goOn(id);
  }

  return {
    async engineReady() {
      await options.tellPreferences();
      await look();
      const connecting = connections.connectAll();
      const isPracticeUnfinished = activity
        .uploads()
        .some(({ isSandbox, state }) => isSandbox && state !== 'finished' && state !== 'cancelled');
      if (isPracticeUnfinished && sandbox.view.kind === 'stopped') await sandbox.start();
      await connecting;
    },
    connectionReady,
    async keyRefused({ id, connectionId }) {
      // Once: with the new key it is refused like any other.
      if (withOldKey.delete(id)) await goOn(id);
      else if (connectionId !== null) await connections.check(connectionId);
    },
    async awake() {
      await connections.refresh();
      for (const { id, state } of connections.views()) {
        if (state.kind === 'ready') await connectionReady(id, 'same');
      }
    },
  };
}
