import { type Result, success } from '../../preload/contract/failures/failure.ts';
import type { AppView, EngineView } from '../../preload/contract/views/views.ts';
import type { Connections } from '../connections/connections.ts';
import type { MainCalls } from '../engine/index.ts';
import type { SandboxHost } from '../processes/sandbox-host.ts';
import type { MainHandlers } from './dispatcher.ts';
import type { EventPublisher } from './event-publisher.ts';

export interface SnapshotDependencies {
  readonly events: Pick<EventPublisher, 'revision'>;
  readonly engineView: () => EngineView;
  readonly engineSnapshot: () => Promise<Result<MainCalls['uploads.snapshot']['answer']>>;
  readonly sandbox: Pick<SandboxHost, 'view'>;
  readonly connections: Pick<Connections, 'views'>;
  readonly appView: () => AppView;
}

/**
 * The engine's part and the revision belong together: nothing is awaited between the engine's answer and reading the
 * revision, so no event can come between the two.
 */
export function snapshotHandlers(dependencies: SnapshotDependencies): MainHandlers<'snapshot'> {
  return {
    async snapshot() {
      const fromEngine = await dependencies.engineSnapshot();
      // Without an engine the window still opens and says what is wrong.
      const { uploads, progress, watchedFolders } = fromEngine.ok
        ? fromEngine.value
        : { uploads: [], progress: [], watchedFolders: [] };
      return success({
        revision: dependencies.events.revision,
        app: dependencies.appView(),
        engine: dependencies.engineView(),
        sandbox: dependencies.sandbox.view,
        connections: dependencies.connections.views(),
        uploads,
        progress,
        watchedFolders,
      });
    },
  };
}
