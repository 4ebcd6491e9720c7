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

/** What sending one upload needs. */
export interface TransferContext {
  readonly upload: Upload;
  readonly datasetId: number;
  readonly platform: Platform;
  readonly commits: Commits;
  readonly uploads: UploadQueries;
  readonly items: ItemQueries;
  readonly sourceFiles: SourceFileQueries;
  readonly events: EventQueries;
  /** One for each part in flight. */
  readonly partSlots: Semaphore;
  readonly bandwidth: BandwidthLimiter;
  /** Undefined for the default of put-part. */
  readonly stallMs: number | undefined;
  readonly dispatcher: Dispatcher;
  readonly blocks: BlockPool;
  readonly etagMd5: EtagMd5Detector;
  readonly live: LiveProgress;
  /** Read again for every run, never stored. */
  readonly passwords: readonly string[];
  /** Whole links, secrets included, by item. */
  readonly links: ReadonlyMap<ItemId, string>;
  /** This process scanned the upload, so file ids must still be the same. */
  readonly scannedHere: boolean;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly random: () => number;
}
