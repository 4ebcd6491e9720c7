import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import type { WatchRuleId } from '../types/ids.ts';
import type { WatchService } from '../watch/watch-service.ts';
import type { OpenConnections } from './open-connections.ts';
import type { EngineEvent } from './protocol.ts';

/** A folder in which files arrive changes all the time. */
const publishEveryMs = 250;

/** Shows watched folders to the window: their views, and an event whenever one changed. */
export class WatchPublisher {
  readonly #service: WatchService;
  readonly #connections: OpenConnections;
  readonly #emit: (event: EngineEvent) => void;
  readonly #changed = new Set<WatchRuleId>();
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(service: WatchService, connections: OpenConnections, emit: (event: EngineEvent) => void) {
    this.#service = service;
    this.#connections = connections;
    this.#emit = emit;
    this.#unsubscribe = service.onChange((id) => this.#note(id));
  }

  views(): WatchedFolderView[] {
    return this.#service.views().map((view) => this.#withConnection(view));
  }

  /** Returns null for a rule that was removed. */
  view(id: number): WatchedFolderView | null {
    const view = this.#service.view(id);
    return view.ok ? this.#withConnection(view.value) : null;
  }

  /** The saved connection may be another one by now. */
  #withConnection(view: WatchedFolderView): WatchedFolderView {
    const rule = this.#service.rule(view.id);
    const connectionId = rule.ok ? this.#connections.idFor(rule.value) : null;
    return { ...view, connectionId: connectionId ?? view.connectionId };
  }

  /** Publishes nothing more, whatever the service does until its end. */
  close(): void {
    this.#unsubscribe();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#changed.clear();
  }

  #note(id: WatchRuleId): void {
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => this.#publish(), publishEveryMs);
  }

  #publish(): void {
    this.#timer = null;
    const ids = [...this.#changed];
    this.#changed.clear();
    for (const ruleId of ids) {
      const data = this.view(ruleId);
      this.#emit(
        data === null ? { event: 'watch.removed', data: { ruleId } } : { event: 'watch.changed', data },
      );
    }
  }
}
