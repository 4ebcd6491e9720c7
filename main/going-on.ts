/** What is taken up again by itself: after a start, a crash of the engine, a connection that came back, a wake-up. */
import type { Activity } from './activity.ts';
import type { Connections } from './connections.ts';
import type { EngineHost } from './engine-host.ts';
import type { SandboxHost } from './sandbox-host.ts';

export interface GoingOnOptions {
  readonly engine: Pick<EngineHost, 'ask'>;
  readonly activity: Activity;
  readonly connections: Pick<Connections, 'views' | 'connectAll' | 'refresh'>;
  readonly sandbox: Pick<SandboxHost, 'view' | 'start'>;
  readonly tellPreferences: () => Promise<unknown>;
  readonly note: (message: string) => void;
}

export interface GoingOn {
  engineReady(): Promise<void>;
  connectionReady(connectionId: string): Promise<void>;
  awake(): Promise<void>;
}

export function createGoingOn(options: GoingOnOptions): GoingOn {
  const { engine, activity, connections, sandbox, note } = options;

  async function look(): Promise<void> {
    const found = await engine.ask('desk.snapshot', undefined);
    if (found.ok) activity.reset(found.value.uploads);
  }

  async function connectionReady(connectionId: string): Promise<void> {
    // An upload finds its connection only once there is one.
    await look();
    for (const { id, connectionId: over } of activity.interrupted()) {
      if (over !== connectionId) continue;
      const links = [...activity.linksOf(id)];
      const started = await engine.ask('desk.start', { uploadId: id, links, held: 'ask' });
      if (!started.ok) note(`Upload ${id} could not go on: ${started.failure.message}`);
    }
  }

  return {
    async engineReady() {
      await options.tellPreferences();
      await look();
      const connecting = connections.connectAll();
      const isPracticeUnfinished = activity
        .uploads()
        .some(({ practice, state }) => practice && state !== 'finished' && state !== 'cancelled');
      if (isPracticeUnfinished && sandbox.view.kind === 'stopped') await sandbox.start();
      await connecting;
    },
    connectionReady,
    async awake() {
      await connections.refresh();
      for (const { id, state } of connections.views()) if (state.kind === 'ready') await connectionReady(id);
    },
  };
}
