import { type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { SecretLinks } from '../../../../preload/contract/texts/secret-links.ts';
import {
  type BandwidthPlan,
  noBandwidthPlan,
} from '../../../../preload/contract/views/bandwidth-schedule.ts';
import { parallelParts } from '../../../../preload/contract/views/parallel-parts.ts';
import type { LinkHosts } from '../../intake/link-hosts.ts';
import { RateLimiterRegistry } from '../../platform/rate-limiter-registry.ts';
import type { Session } from '../../platform/session.ts';
import { SessionPool } from '../../platform/session-pool.ts';
import { type ReaderLimits, ReaderPool } from '../../sources/reader-pool.ts';
import { SourceReader } from '../../sources/source-reader.ts';
import { openStore, type Store } from '../../store/open.ts';
import { createRepositories, type Repositories } from '../../store/repositories.ts';
import {
  BandwidthLimiter,
  type BlockPool,
  createBlockPool,
  HashPool,
  type LineSpeed,
} from '../../transfer/index.ts';
import type { TransferLimits } from '../../types/run-options.ts';
import { ProgressPublisher } from './progress-publisher.ts';
import { TaskGroup } from './task-group.ts';
import { UploadPasswords } from './upload-passwords.ts';
import { UploadRuns } from './upload-runs.ts';

export type UsualLimits = BandwidthPlan & Required<Pick<TransferLimits, 'concurrency'>>;
const noLimits: UsualLimits = { ...noBandwidthPlan, concurrency: parallelParts.default };

export interface EngineOptions {
  readonly stateDir: string;
  /** Named to a second engine that wants the same store, e.g. "lading upload". */
  readonly command: string;
  readonly version: string;
  /** 'confirmed' where links may come from a script in the window. By default, a link is a person's own act. */
  readonly linkHosts?: 'confirmed';
  /** For uploads without limits of their own. */
  readonly usualLimits?: UsualLimits | undefined;
  /** Tests shorten the deadlines. */
  readonly readerLimits?: Partial<ReaderLimits>;
}

/** What the use cases share. The engine's process takes it too; nothing outside the engine does. */
export interface EngineContext {
  readonly stateDir: string;
  /** What is never a source. Its files are in `stateDir`, except in a dry run. */
  readonly dataFolder: string;
  readonly version: string;
  readonly store: Store;
  readonly repositories: Repositories;
  /** The store of the uploads that a new one is compared with. In a dry run, they are in the store of the data folder. */
  readonly earlier: Repositories;
  /** The servers that may be asked about links. */
  readonly linkHosts: LinkHosts;
  readonly sessions: SessionPool;
  readonly rateLimiters: RateLimiterRegistry;
  /** One for everything that is sent. Its plan may be changed at any time. */
  readonly bandwidth: BandwidthLimiter;
  /** For uploads without limits of their own; a person may change them at any time. */
  usualLimits: UsualLimits;
  /** By the platform's address. */
  readonly lineSpeeds: Map<string, LineSpeed>;
  readonly readers: ReaderPool;
  readonly sources: SourceReader;
  /** After this a root counts as not answering. Undefined for the default. */
  readonly stallMs: number | undefined;
  /** For every upload. */
  readonly hashes: HashPool;
  readonly blocks: BlockPool;
  readonly progress: ProgressPublisher;
  readonly secretLinks: SecretLinks;
  readonly uploadPasswords: UploadPasswords;
  readonly tasks: TaskGroup;
  readonly runs: UploadRuns;
}

/** Fails as `openStore`. */
export function openContext(
  { stateDir, command, version, linkHosts, usualLimits = noLimits, readerLimits }: EngineOptions,
  compared: Partial<Pick<EngineContext, 'dataFolder' | 'earlier'>> = {},
): Result<EngineContext> {
  const opened = openStore(stateDir, command);
  if (!opened.ok) return opened;
  const store = opened.value;
  const repositories = createRepositories(store.db);
  const sessions = new SessionPool();
  const readers = new ReaderPool(readerLimits);
  const sources = new SourceReader(readers);
  const tasks = new TaskGroup();
  const runs = new UploadRuns(tasks);
  const progress = new ProgressPublisher(repositories, sources);
  runs.subscribe((id, ended) => {
    // Its items are closed by now.
    if (ended !== null && repositories.uploads.get(id)?.state === 'cancelled')
      progress.emit(id, 'cancelled', 0);
  });
  return success({
    stateDir,
    dataFolder: stateDir,
    version,
    store,
    repositories,
    earlier: repositories,
    ...compared,
    linkHosts: linkHosts === 'confirmed' ? repositories.linkHosts : 'any',
    sessions,
    rateLimiters: new RateLimiterRegistry(),
    bandwidth: new BandwidthLimiter(usualLimits),
    usualLimits,
    lineSpeeds: new Map(),
    readers,
    sources,
    stallMs: readerLimits?.stallMs,
    hashes: new HashPool(),
    blocks: createBlockPool(),
    progress,
    secretLinks: new SecretLinks(),
    uploadPasswords: new UploadPasswords(),
    tasks,
    runs,
  });
}

export async function closeContext(context: EngineContext): Promise<void> {
  await context.tasks.close();
  await context.sessions.close();
  // Files that they read are closed after them.
  await context.hashes.close();
  await context.readers.close();
  context.rateLimiters.close();
  context.store.close();
}

/** Throws where nothing is connected: the caller's mistake. */
export function requireSession(session: Session | null): Session {
  if (session === null) throw new Error('The engine was not connected first');
  return session;
}
