import type { WatchedFolderView } from '../../../preload/contract/watched-folder.ts';
import type { WatchRuleId } from '../types/ids.ts';
import type { EngineContext } from '../uploads/engine-context.ts';
import type { WatchService } from '../watch/watch-service.ts';
import { watchedFolderView } from '../watch/watch-view.ts';
import type { OpenConnections } from './open-connections.ts';
import type { EngineEvent } from './protocol.ts';

/** A folder in which files arrive changes all the time. */
const publishEveryMs = 250;

/** Shows watched folders to the window: their views, and an event whenever one changed. */
export class WatchPublisher {
  readonly #core: EngineContext;
  readonly #service: WatchService;
  readonly #connections: OpenConnections;
  readonly #emit: (event: EngineEvent) => void;
  readonly #changed = new Set<WatchRuleId>();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    core: EngineContext,
    service: WatchService,
    connections: OpenConnections,
    emit: (event: EngineEvent) => void,
  ) {
    this.#core = core;
    this.#service = service;
    this.#connections = connections;
    this.#emit = emit;
    service.onChange((id) => this.#note(id));
  }

  views(): WatchedFolderView[] {
    return this.#service.rules().flatMap(({ id }) => this.view(id) ?? []);
  }

  /** Null for a rule that was removed. */
  view(id: number): WatchedFolderView | null {
    const rule = this.#service.rule(id);
    if (!rule.ok) return null;
    const connectionId = this.#connections.idFor(rule.value) ?? rule.value.connectionId;
    return { ...watchedFolderView(this.#core, this.#service, rule.value), connectionId };
  }

  close(): void {
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
