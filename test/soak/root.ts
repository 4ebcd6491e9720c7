import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { mounts } from './small-disk.ts';

/** A source folder that can go away: unmounted, which leaves an empty folder, or renamed, which leaves nothing. */
export class Root {
  readonly path: string;
  /** Where the files are while the root is away. */
  readonly store: string;
  readonly #isMount: boolean;
  #isAway = false;

  constructor(path: string, isMount: boolean) {
    this.path = path;
    this.store = isMount ? `${path}.volume` : `${path}.away`;
    mkdirSync(path, { recursive: true });
    if (isMount) mkdirSync(this.store, { recursive: true });
    this.#isMount = isMount && mounts('--bind', this.store, path);
  }

  leave(): void {
    if (this.#isAway) return;
    if (this.#isMount) execFileSync('umount', ['-l', this.path]);
    else renameSync(this.path, this.store);
    this.#isAway = true;
  }

  comeBack(): void {
    if (!this.#isAway) return;
    if (this.#isMount) execFileSync('mount', ['--bind', this.store, this.path]);
    else renameSync(this.store, this.path);
    this.#isAway = false;
  }

  end(): void {
    if (this.#isMount && !this.#isAway) execFileSync('umount', ['-l', this.path]);
  }
}
