import type { Dispatcher } from 'undici';
import type { Platform } from '../../platform/platform.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import type { SourceRoots } from '../../sources/source-roots.ts';
import type { ContainerFolderRepository } from '../../store/items/container-folder-repository.ts';
import type { FileHashRepository } from '../../store/items/file-hash-repository.ts';
import type { ItemRepository } from '../../store/items/item-repository.ts';
import type { LockedFileRepository } from '../../store/items/locked-file-repository.ts';
import type { EventRepository } from '../../store/receipts/event-repository.ts';
import type { DatasetRepository } from '../../store/uploads/dataset-repository.ts';
import type { PackRepository } from '../../store/uploads/pack-repository.ts';
import type { SourceFileRepository } from '../../store/uploads/source-file-repository.ts';
import type { Upload, UploadRepository } from '../../store/uploads/upload-repository.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { ItemId } from '../../types/ids.ts';
import type { HashPool } from '../hashing/hash-pool.ts';
import type { BlockPool } from '../hashing/part-body.ts';
import type { Bandwidth } from '../rates/bandwidth-limiter.ts';
import type { LineSpeed } from '../rates/line-speed.ts';
import type { PartSlots } from '../rates/part-slots.ts';
import type { LiveProgress } from '../rates/progress.ts';
import type { PasswordsOfUpload } from './choose-passwords.ts';
import type { EtagMd5Detector } from './etag-md5-detector.ts';

/** What sending one upload needs. */
export interface TransferContext {
  readonly upload: Upload;
  readonly datasetId: number;
  readonly platform: Platform;
  readonly writes: WriteBatcher;
  readonly uploads: UploadRepository;
  readonly datasets: DatasetRepository;
  readonly items: ItemRepository;
  readonly packs: PackRepository;
  readonly containerFolders: ContainerFolderRepository;
  readonly sourceFiles: SourceFileRepository;
  /** What pre-flight read, and may have skipped other files for. */
  readonly fileHashes: FileHashRepository;
  readonly events: EventRepository;
  /** One for each part in flight. */
  readonly partSlots: PartSlots;
  readonly bandwidth: Bandwidth;
  readonly lineSpeed: LineSpeed;
  /** Undefined for the default of put-part. */
  readonly stallMs: number | undefined;
  readonly dispatcher: Dispatcher;
  readonly sources: SourceReader;
  readonly hashes: HashPool;
  readonly roots: SourceRoots;
  readonly blocks: BlockPool;
  readonly etagMd5: EtagMd5Detector;
  readonly live: LiveProgress;
  /** Read at the start of every run, never stored. */
  readonly passwords: PasswordsOfUpload;
  readonly lockedFiles: LockedFileRepository;
  /** The secrets of masked links, which the platform's messages must not repeat. */
  readonly linkSecrets: readonly string[];
  /** Whole links, secrets included, by item. */
  readonly links: ReadonlyMap<ItemId, string>;
  readonly signal: AbortSignal;
  /** No further part starts after it; those under way continue. */
  readonly finish: AbortSignal;
  readonly now: () => Date;
  readonly random: () => number;
}
