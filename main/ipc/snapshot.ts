import { type Result, success } from '../../preload/contract/failure.ts';
import type { AppView, EngineView } from '../../preload/contract/views.ts';
import type { Connections } from '../connections/connections.ts';
import type { HostCalls } from '../engine/index.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { Handlers } from './dispatcher.ts';
import type { Mirror } from './event-publisher.ts';

export interface SnapshotDesk {
  readonly mirror: Mirror;
  readonly engineView: () => EngineView;
  readonly engineSnapshot: () => Promise<Result<HostCalls['uploads.snapshot']['answer']>>;
  readonly sandbox: Pick<SandboxHost, 'view'>;
  readonly connections: Pick<Connections, 'views'>;
  readonly appView: () => AppView;
}

/**
 * The engine's part and the revision belong together: nothing is awaited between its answer and the counting, so no
 * event can come between the two.
 */
export function snapshotHandlers(desk: SnapshotDesk): Handlers<'snapshot'> {
  return {
    async snapshot() {
      const inEngine = await desk.engineSnapshot();
      // Without an engine the window still opens, and says what is wrong with it.
      const { uploads, progress } = inEngine.ok ? inEngine.value : { uploads: [], progress: [] };
      return success({
        revision: desk.mirror.revision,
        app: desk.appView(),
        engine: desk.engineView(),
        sandbox: desk.sandbox.view,
        connections: desk.connections.views(),
        uploads,
        progress,
      });
    },
  };
}
