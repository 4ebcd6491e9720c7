import type { Item, ItemRepository } from '../../store/items/item-repository.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';

const pageSize = 200;
/** A look at so many takes some milliseconds: the others, in packs, may be millions. */
const lookedAtOnce = 10_000;
const states = ['uploading', 'queued'] as const;

/**
 * The items still to be sent: first what an earlier run left in flight, then the queue in inventory order, read page by
 * page. Items of roots that are away are passed over and found again by `rewind`.
 */
export class ItemQueue {
  readonly #items: Pick<ItemRepository, 'openItems' | 'openUpTo'>;
  readonly #uploadId: UploadId;
  /** Taken and not done: a rewind passes over them. */
  readonly #taken = new Set<ItemId>();
  #deferred: { readonly item: Item; readonly dueMs: number }[] = [];
  #page: Item[] = [];
  #state = 0;
  #after = 0;

  constructor(items: Pick<ItemRepository, 'openItems' | 'openUpTo'>, uploadId: UploadId) {
    this.#items = items;
    this.#uploadId = uploadId;
  }

  /** Returns null if there is none now: whatever is left was taken, is deferred, or is away. */
  next(awayRoots: readonly string[], nowMs: number): Item | null {
    for (;;) {
      const found = this.search(awayRoots, nowMs);
      if (found !== 'searching') return found;
    }
  }

  /** As `next`, for some milliseconds at most: after `searching`, the caller gives others a turn and calls again. */
  search(awayRoots: readonly string[], nowMs: number): Item | null | 'searching' {
    for (const { item } of this.#deferred.filter((each) => awayRoots.includes(each.item.root)))
      this.done(item);
    this.#deferred = this.#deferred.filter((each) => this.#taken.has(each.item.id));
    const due = this.#deferred.findIndex(({ dueMs }) => dueMs <= nowMs);
    if (due !== -1) return this.#deferred.splice(due, 1)[0]?.item ?? null;
    for (;;) {
      const item = this.#page.shift();
      if (item === undefined) {
        const read = this.#readPage(awayRoots);
        if (read !== 'page') return read === 'end' ? null : read;
      } else if (!awayRoots.includes(item.root)) {
        this.#taken.add(item.id);
        return item;
      }
    }
  }

  /** The item has its final state in the store. */
  done(item: Item): void {
    this.#taken.delete(item.id);
  }

  /** The item comes again, once its root is back. */
  putBack(item: Item): void {
    this.#taken.delete(item.id);
    this.rewind();
  }

  /** The item comes again once it is due. */
  defer(item: Item, dueMs: number): void {
    this.#deferred.push({ item, dueMs });
  }

  /** When the next deferred item is due; null if none is. */
  get nextDueMs(): number | null {
    return this.#deferred.length === 0 ? null : Math.min(...this.#deferred.map(({ dueMs }) => dueMs));
  }

  /** Whether nothing is taken. What is deferred is. */
  get isIdle(): boolean {
    return this.#taken.size === 0;
  }

  /** Starts over, for the items that were passed over. */
  rewind(): void {
    this.#page = [];
    this.#state = 0;
    this.#after = 0;
  }

  #readPage(awayRoots: readonly string[]): 'page' | 'searching' | 'end' {
    for (;;) {
      const state = states[this.#state];
      if (state === undefined) return 'end';
      const upTo = this.#items.openUpTo(this.#uploadId, state, this.#after, lookedAtOnce);
      if (upTo === null) {
        this.#state += 1;
        this.#after = 0;
        continue;
      }
      const range = { after: this.#after, upTo };
      const found = this.#items.openItems(this.#uploadId, state, range, pageSize, awayRoots);
      this.#after = found.length === pageSize ? (found.at(-1)?.id ?? upTo) : upTo;
      // Now, not when they are handed out: by then they may be done and would be sent twice.
      this.#page = found.filter(({ id }) => !this.#taken.has(id));
      return this.#page.length > 0 ? 'page' : 'searching';
    }
  }
}
