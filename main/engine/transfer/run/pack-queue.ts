import type { Pack, PackId } from '../../store/uploads/pack-repository.ts';

/** The packs still to be sent, by number. Packs of roots that are away are passed over. */
export class PackQueue {
  readonly #packs: Map<PackId, Pack>;
  readonly #taken = new Set<PackId>();
  readonly #dueMs = new Map<PackId, number>();

  constructor(packs: readonly Pack[]) {
    this.#packs = new Map(packs.map((pack) => [pack.id, pack]));
  }

  /** Returns null if there is none now: whatever is left was taken, is deferred, or is away. */
  next(awayRoots: readonly string[], nowMs: number): Pack | null {
    for (const pack of this.#packs.values()) {
      if (this.#taken.has(pack.id) || (this.#dueMs.get(pack.id) ?? 0) > nowMs) continue;
      // Once it is due, it waits for nothing but its root.
      this.#dueMs.delete(pack.id);
      if (awayRoots.includes(pack.root)) continue;
      this.#taken.add(pack.id);
      return pack;
    }
    return null;
  }

  /** A piece of a pack that was divided, which is sent now. */
  take(pack: Pack): void {
    this.#packs.set(pack.id, pack);
    this.#taken.add(pack.id);
  }

  /** It has its final state in the store. */
  done({ id }: Pack): void {
    this.#taken.delete(id);
    this.#packs.delete(id);
  }

  /** It comes again, once it is due and its root is there. What it holds may have changed meanwhile. */
  putBack(pack: Pack, dueMs = 0): void {
    this.#taken.delete(pack.id);
    this.#packs.set(pack.id, pack);
    if (dueMs > 0) this.#dueMs.set(pack.id, dueMs);
  }

  /** When the next deferred pack is due; null if none is. */
  get nextDueMs(): number | null {
    return this.#dueMs.size === 0 ? null : Math.min(...this.#dueMs.values());
  }

  /** Packs that aren't done yet. */
  get left(): readonly Pack[] {
    return [...this.#packs.values()];
  }

  get inFlight(): number {
    return this.#taken.size;
  }

  /** Whether no pack is taken and none is deferred. */
  get isIdle(): boolean {
    return this.#taken.size + this.#dueMs.size === 0;
  }
}
