import type { Dispatcher } from 'undici';
import type { Platform } from '../platform/client.ts';
import type { EventQueries } from '../store/events.ts';
import type { ItemId, ItemQueries } from '../store/items.ts';
import type { SourceFileQueries } from '../store/source-files.ts';
import type { Upload, UploadQueries } from '../store/uploads.ts';
import type { Commits } from '../store/write-batcher.ts';
import type { EtagFaith } from './etag-md5-detector.ts';
import type { BlockPool } from './part-body.ts';
import type { LiveProgress } from './progress.ts';
import type { Slots } from './semaphore.ts';
import type { Throttle } from './throttle.ts';

/** Everything that sending one upload stands on. */
export interface Transfer {
  readonly upload: Upload;
  readonly datasetId: number;
  readonly platform: Platform;
  readonly commits: Commits;
  readonly uploads: UploadQueries;
  readonly items: ItemQueries;
  readonly sourceFiles: SourceFileQueries;
  readonly events: EventQueries;
  readonly slots: Slots;
  readonly throttle: Throttle;
  /** Undefined for the part PUT's own. */
  readonly stallMs: number | undefined;
  readonly dispatcher: Dispatcher;
  readonly pool: BlockPool;
  readonly etags: EtagFaith;
  readonly live: LiveProgress;
  /** Read anew for every run, never kept. */
  readonly passwords: readonly string[];
  /** Links as they were given, secrets included, by their items. */
  readonly links: ReadonlyMap<ItemId, string>;
  /** The inventory was taken by this very run, so file ids must still be the same. */
  readonly freshInventory: boolean;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly random: () => number;
}
