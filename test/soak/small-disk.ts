import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const defaultMegabytes = 64;
const recentMs = 15_000;

/** A file system of its own for a state folder, so that it can be filled. Only root on Linux can make one. */
export class SmallDisk {
  readonly folder: string;
  readonly isMounted: boolean;
  readonly #filler: string;
  #isFull = false;
  #freedAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string, megabytes = defaultMegabytes) {
    this.folder = folder;
    this.#filler = join(folder, 'filler');
    mkdirSync(folder, { recursive: true });
    // Of a round that was interrupted.
    const wasMounted = readFileSync('/proc/self/mounts', 'utf8').includes(` ${folder} `);
    this.isMounted =
      wasMounted || mounts('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder);
  }

  get wasFullRecently(): boolean {
    return this.#isFull || performance.now() - this.#freedAt < recentMs;
  }

  fill(): void {
    this.#isFull = true;
    for (let blockBytes = 1024 * 1024; blockBytes >= 1024; ) {
      try {
        appendFileSync(this.#filler, Buffer.alloc(blockBytes));
      } catch {
        blockBytes /= 2;
      }
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true });
    this.#isFull = false;
    this.#freedAt = performance.now();
  }

  /** Copies it to where it outlives the disk. */
  keep(): void {
    cpSync(this.folder, `${this.folder}.kept`, { recursive: true });
  }

  end(): void {
    if (this.isMounted) execFileSync('umount', ['-l', this.folder]);
  }
}

/** Whether it could be mounted. */
export function mounts(...args: readonly string[]): boolean {
  try {
    execFileSync('mount', args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
