import { createHash, type Hash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A content that lies still for so long may be taken as complete. */
const stillMs = 1000;

/** A watched folder, and everything that its writers put into it. */
export class Tree {
  readonly path: string;
  /** What is there now, by path: the SHA-1 of its content. */
  readonly files = new Map<string, string>();
  /** Each content that a path ever had as a whole. */
  readonly contents = new Map<string, Set<string>>();
  /** How often a content was written or copied: it may be sent so often. */
  readonly copies = new Map<string, number>();
  /** Paths that a writer is at work on. */
  readonly busy = new Set<string>();
  #isAway = false;

  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
  }

  at(path: string): string {
    return join(this.path, path);
  }

  /** Resolves when the folder is there. Nothing takes it away before the next wait. */
  async isThere(): Promise<void> {
    while (this.#isAway) await delay(20);
  }

  /** `isEmpty`: leaves an empty folder, as a mount point without its volume. */
  async leave(isEmpty: boolean, ms: number): Promise<void> {
    if (this.#isAway) return;
    this.#isAway = true;
    const away = `${this.path}.away`;
    renameSync(this.path, away);
    if (isEmpty) mkdirSync(this.path);
    await delay(ms);
    if (isEmpty) renameSync(this.path, `${this.path}.empty-${Date.now()}`);
    renameSync(away, this.path);
    this.#isAway = false;
  }

  /** A whole file is at this path. */
  put(path: string, sha1: string): void {
    this.files.set(path, sha1);
    this.#note(path, sha1);
    this.copies.set(sha1, (this.copies.get(sha1) ?? 0) + 1);
  }

  /** The same file is at another path. */
  move(from: string, to: string): void {
    const sha1 = this.files.get(from);
    if (sha1 === undefined) throw new Error(`${from} isn't there`);
    this.files.delete(from);
    this.files.set(to, sha1);
    this.#note(to, sha1);
  }

  moveFolder(from: string, to: string): void {
    for (const path of [...this.files.keys()])
      if (path.startsWith(`${from}/`)) this.move(path, to + path.slice(from.length));
  }

  /** Of a content that is written slowly: what lay still may be sent. */
  writer(path: string): Writer {
    return new Writer((sha1) => {
      this.#note(path, sha1);
      this.copies.set(sha1, (this.copies.get(sha1) ?? 0) + 1);
    });
  }

  /** Differences between what is on disk and what the writers mean to have written. */
  check(): readonly string[] {
    const found = new Map<string, string>();
    for (const entry of readdirSync(this.path, { recursive: true, encoding: 'utf8' }))
      if (statSync(this.at(entry)).isFile()) found.set(entry, sha1Of(readFileSync(this.at(entry))));
    return [
      ...[...this.files]
        .filter(([path, sha1]) => found.get(path) !== sha1)
        .map(([path]) => `${path} was changed`),
      ...[...found.keys()].filter((path) => !this.files.has(path)).map((path) => `${path} was added`),
    ];
  }

  #note(path: string, sha1: string): void {
    const contents = this.contents.get(path) ?? new Set();
    this.contents.set(path, contents.add(sha1));
  }
}

class Writer {
  readonly #onStill: (sha1: string) => void;
  #hash: Hash = createHash('sha1');
  #writtenAtMs = performance.now();

  constructor(onStill: (sha1: string) => void) {
    this.#onStill = onStill;
  }

  /** Before these bytes are appended. */
  append(bytes: Buffer): void {
    if (performance.now() - this.#writtenAtMs > stillMs) this.#onStill(this.#hash.copy().digest('hex'));
    this.#hash.update(bytes);
    this.#writtenAtMs = performance.now();
  }

  end(): string {
    return this.#hash.digest('hex');
  }
}

export const sha1Of = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

/** Of a content that no other file has. */
export function writeWhole(path: string, sizeBytes: number): string {
  const bytes = randomBytes(sizeBytes);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return sha1Of(bytes);
}
