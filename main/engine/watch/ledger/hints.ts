import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { errnoOf, isMissing } from '../../../../preload/contract/failures/errno.ts';
import { rawOf } from '../../types/source-path.ts';
import type { EventState } from './scan-messages.ts';

/** Each takes kernel memory, and other programs share the system's limit. */
const maxFolders = 20_000;
export const tooManyFolders = 'TOO_MANY_FOLDERS';
/** Changes come in bursts. */
const collectMs = 200;

/**
 * Reports folders in which something changed, as far as the system says so. Nothing relies on it: events get lost, and
 * folders beyond the system's limit have none.
 *
 * On Windows and macOS the system watches the whole tree. On Linux it watches folders one by one: those that scans come to.
 * Runs on the thread of the scans, because even beginning to watch a folder of a share may hang.
 */
export class Hints {
  readonly #onHint: (folders: readonly string[]) => void;
  readonly #isRecursive: boolean;
  /** By raw path; the number of the scan that came to it last. */
  readonly #watched = new Map<string, { readonly watcher: FSWatcher; scan: number }>();
  readonly #changed = new Set<string>();
  #scan = 0;
  #timer: NodeJS.Timeout | undefined;
  #problem: string | null = null;

  readonly #limit: number;

  constructor(
    onHint: (folders: readonly string[]) => void,
    platform: NodeJS.Platform = process.platform,
    limit = maxFolders,
  ) {
    this.#onHint = onHint;
    this.#limit = limit;
    this.#isRecursive = platform === 'win32' || platform === 'darwin';
  }

  get state(): EventState {
    return { usesEvents: this.#watched.size > 0, problem: this.#problem };
  }

  beginScan(): void {
    this.#scan += 1;
    this.#problem = null;
  }

  /** A scan came to this folder. */
  watch(raw: string, path: string | Buffer): void {
    if (this.#isRecursive && raw !== '') return;
    const watched = this.#watched.get(raw);
    if (watched !== undefined) {
      watched.scan = this.#scan;
      return;
    }
    if (this.#watched.size >= this.#limit) {
      this.#problem = tooManyFolders;
      return;
    }
    // The system has told that it can't watch more.
    if (this.#problem !== null) return;
    try {
      const watcher = watch(path, { recursive: this.#isRecursive, persistent: false });
      watcher.on('change', (event, name) => {
        this.#change(this.#folderOf(raw, name === null ? null : String(name)));
        // Linux says so of the folder itself if it was moved or deleted: another one may be at its path.
        if (event === 'rename' && raw !== '' && name === basename(raw)) this.#close(raw);
      });
      watcher.on('error', (error) => {
        this.#problem = errnoOf(error);
        this.#close(raw);
      });
      this.#watched.set(raw, { watcher, scan: this.#scan });
    } catch (error) {
      const errno = errnoOf(error);
      if (!isMissing(errno)) this.#problem = errno;
    }
  }

  /** A complete scan ended: folders that it didn't come to are gone. */
  endScan(): void {
    for (const [raw, { scan }] of this.#watched) if (scan !== this.#scan) this.#close(raw);
  }

  /** Reports what was collected, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const folders = [...this.#changed];
    this.#changed.clear();
    if (folders.length > 0) this.#onHint(folders);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const raw of this.#watched.keys()) this.#close(raw);
  }

  /** Whether a change in a known folder is reported for that folder, so that it needn't be read with the one above it. */
  follows(raw: string): boolean {
    return this.#isRecursive || this.#watched.has(raw);
  }

  #folderOf(raw: string, name: string | null): string {
    if (!this.#isRecursive || name === null) return raw;
    const folder = dirname(rawOf(name, null).replaceAll(sep, '/'));
    return folder === '.' ? '' : folder;
  }

  #change(folder: string): void {
    this.#changed.add(folder);
    this.#timer ??= setTimeout(() => this.flush(), collectMs);
  }

  #close(raw: string): void {
    this.#watched.get(raw)?.watcher.close();
    this.#watched.delete(raw);
  }
}
