import { dirname } from 'node:path';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import type { Result } from '../../../../preload/contract/failures/failure.ts';
import type { NamedWatchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import { versionChange } from '../../sources/file-version.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import type { FileIdentity } from '../../types/source-path.ts';
import { readCustodians, type WatchCustodians } from './read-custodians.ts';

/** After this many times the settle time, a person should know what the rule waits for. */
const longSettleTimes = 3;

/**
 * Waits for the CSV of custodians as files are waited for: half of one names the wrong custodians. The CSV has no row in the
 * ledger, so it waits in no queue of them.
 */
export class MapSettling {
  #seen: FileIdentity | null = null;
  #sinceMs = 0;
  #waitsSinceMs: number | null = null;

  /** As it was last examined. */
  get version(): string {
    return Object.values(this.#seen ?? {}).join(' ');
  }

  /** In how many milliseconds it has settled. 0 without one, or if it can't be examined: reading it tells why. */
  async dueInMs(
    { custodianMap: path, settleSeconds }: Pick<NamedWatchRule, 'custodianMap' | 'settleSeconds'>,
    sources: SourceReader,
    signal: AbortSignal,
  ): Promise<number> {
    if (path === null) return 0;
    try {
      const { sizeBytes, mtimeNs, device, fileId } = await sources.stat(
        { root: dirname(path), path },
        signal,
      );
      const found = { sizeBytes, mtimeNs, device, fileId };
      const nowMs = performance.now();
      if (this.#seen === null || versionChange(this.#seen, found) !== null) this.#sinceMs = nowMs;
      this.#seen = found;
      const dueMs = Math.max(0, this.#sinceMs + settleSeconds * 1_000 - nowMs);
      this.#waitsSinceMs = dueMs === 0 ? null : (this.#waitsSinceMs ?? nowMs);
      return dueMs;
    } catch (error) {
      errnoOf(error);
      return 0;
    }
  }

  /** As `readCustodians`. Resolves with null if it changed meanwhile: half of it may have been read. */
  async read(
    rule: NamedWatchRule,
    sources: SourceReader,
    signal: AbortSignal,
  ): Promise<Result<WatchCustodians> | null> {
    const custodians = await readCustodians(rule, sources, signal);
    return (await this.dueInMs(rule, sources, signal)) > 0 ? null : custodians;
  }

  /** Whether it doesn't stop changing. */
  takesLong({ settleSeconds }: Pick<NamedWatchRule, 'settleSeconds'>): boolean {
    const sinceMs = this.#waitsSinceMs;
    return sinceMs !== null && performance.now() - sinceMs >= longSettleTimes * settleSeconds * 1_000;
  }
}
