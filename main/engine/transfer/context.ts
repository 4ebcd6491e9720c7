import type { Dispatcher } from 'undici';
import type { Platform } from '../platform/client.ts';
import type { EventQueries } from '../store/events.ts';
import type { ItemId, ItemQueries } from '../store/items.ts';
import type { SourceFileQueries } from '../store/source-files.ts';
import type { Upload, UploadQueries } from '../store/uploads.ts';
import type { Commits } from '../store/write-batcher.ts';
import type { BandwidthLimiter } from './bandwidth-limiter.ts';
import type { EtagMd5Detector } from './etag-md5-detector.ts';
import type { BlockPool } from './part-body.ts';
import type { LiveProgress } from './progress.ts';
import type { Semaphore } from './semaphore.ts';

/** Everything that sending one upload stands on. */
export interface TransferContext {
  readonly upload: Upload;
  readonly datasetId: number;
  readonly platform: Platform;
  readonly commits: Commits;
  readonly uploads: UploadQueries;
  readonly items: ItemQueries;
  readonly sourceFiles: SourceFileQueries;
  readonly events: EventQueries;
  readonly slots: Semaphore;
  readonly throttle: BandwidthLimiter;
  /** Undefined for the part PUT's own. */
  readonly stallMs: number | undefined;
  readonly dispatcher: Dispatcher;
  readonly pool: BlockPool;
  readonly etags: EtagMd5Detector;
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
