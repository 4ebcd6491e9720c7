import { createHash, type Hash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Disguise, Disguises } from './disguises.ts';

/** A content that lies still for so long may be taken as complete. */
const stillMs = 1000;
/** Where a rule moves accepted files to, in the watched folder. */
export const movedFolder = 'Sent';

/** A watched folder, and everything that its writers put into it. */
export class Tree {
  readonly path: string;
  /** Whether accepted files are moved. */
  readonly isMoving: boolean;
  /** What is there now, by path: the SHA-1 of its content. */
  readonly files = new Map<string, string>();
  /**
   * The paths that the very file at a path had with its content: it has to arrive under one of them. A copy had no other
   * path. The ledger has no say in it.
   */
  readonly #paths = new Map<string, ReadonlySet<string>>();
  /** What was there, and was moved by the rule. */
  readonly moved: { readonly path: string; readonly sha1: string }[] = [];
  /** Each content that a path ever had as a whole. */
  readonly contents = new Map<string, Set<string>>();
  /** How often a content was written or copied: it may be sent so often. */
  readonly copies = new Map<string, number>();
  /** Paths that a writer is at work on. */
  readonly busy = new Set<string>();
  readonly #disguises = new Disguises();
  #isAway = false;
  #users = 0;

  constructor(path: string, isMoving: boolean) {
    this.path = path;
    this.isMoving = isMoving;
    mkdirSync(path, { recursive: true });
  }

  at(path: string): string {
    return join(this.path, path);
  }

  /** Resolves when the folder is there. Nothing takes it away before the next wait. */
  async isThere(): Promise<void> {
    while (this.#isAway) await delay(20);
  }

  /** Nothing takes the folder away meanwhile. */
  async use(work: () => Promise<void>): Promise<void> {
    await this.isThere();
    this.#users += 1;
    try {
      await work();
    } finally {
      this.#users -= 1;
    }
  }

  /** `isEmpty`: leaves an empty folder, as a mount point without its volume. */
  async leave(isEmpty: boolean, ms: number): Promise<void> {
    if (this.#isAway || this.#users > 0) return;
    this.#isAway = true;
    const away = `${this.path}.away`;
    renameSync(this.path, away);
    if (isEmpty) mkdirSync(this.path);
    await delay(ms);
    if (isEmpty) renameSync(this.path, `${this.path}.empty-${Date.now()}`);
    renameSync(away, this.path);
    this.#isAway = false;
  }

  /** Nobody but root may read what is at the path, wherever it is moved to meanwhile. */
  async forbid(path: string, ms: number): Promise<void> {
    await this.isThere();
    const file = openSync(this.at(path), 'r');
    const { mode } = fstatSync(file);
    this.busy.add(path);
    fchmodSync(file, 0);
    await delay(ms);
    fchmodSync(file, mode & 0o7777);
    this.busy.delete(path);
    closeSync(file);
  }

  /** Under which paths the file at this path may have arrived. */
  pathsOf(path: string): ReadonlySet<string> {
    const paths = this.#paths.get(path);
    if (paths !== undefined) return paths;
    // What an interrupted round did isn't known: it may have been this file at every path that had its content.
    const sha1 = this.files.get(path) ?? '';
    return new Set([...this.contents].filter(([, had]) => had.has(sha1)).map(([at]) => at));
  }

  /** A whole file is at this path. */
  put(path: string, sha1: string): void {
    this.#place(path, sha1);
    this.#paths.set(path, new Set([path]));
    this.#disguises.forget(path);
    this.#note(path, sha1);
    this.#countCopy(sha1);
  }

  /** What a ledger says was at this path. */
  restoreSent(path: string, sha1: string, isSent: boolean): void {
    this.#note(path, sha1);
    if (isSent) this.#countCopy(sha1);
  }

  /** What is at this path now, and may be sent unless it was. */
  restoreFile(path: string, sha1: string, isSent: boolean): void {
    this.files.set(path, sha1);
    this.#note(path, sha1);
    if (!isSent) this.#countCopy(sha1);
  }

  /** The same file is at another path. */
  move(from: string, to: string): void {
    const sha1 = this.files.get(from);
    if (sha1 === undefined) throw new Error(`${from} isn't there`);
    const paths = this.pathsOf(from);
    this.remove(from);
    this.#place(to, sha1);
    this.#paths.set(to, new Set([...paths, to]));
    this.#note(to, sha1);
    this.#disguises.follow(from, to);
    this.disguise(to, 'path');
  }

  /** Another hard link of the file. Once the first one is moved, nobody can tell which of two new names is which. */
  link(from: string, to: string): void {
    const paths = this.pathsOf(from);
    this.put(to, this.files.get(from) ?? '');
    this.#paths.set(to, new Set([...paths, to]));
  }

  /** A writer deleted what was at this path. */
  remove(path: string): void {
    this.files.delete(path);
    this.#paths.delete(path);
  }

  moveFolder(from: string, to: string): void {
    for (const path of [...this.files.keys()])
      if (path.startsWith(`${from}/`)) this.move(path, to + path.slice(from.length));
  }

  /** A file whose path and ID are others is a copy: nothing but its content is what it was. */
  disguise(path: string, changed: Disguise): void {
    const sha1 = this.files.get(path);
    if (this.#disguises.add(path, changed) && sha1 !== undefined) this.#countCopy(sha1);
  }

  /** Of a content that is written slowly: what lay still may be sent. */
  writer(path: string): Writer {
    return new Writer((sha1) => {
      this.#note(path, sha1);
      this.#countCopy(sha1);
    });
  }

  /** Differences between what is on disk and what the writers mean to have written. Knows afterwards what was moved. */
  check(): readonly string[] {
    const found = new Map<string, string>();
    for (const entry of readdirSync(this.path, { recursive: true, encoding: 'utf8' }))
      if (statSync(this.at(entry)).isFile()) found.set(entry, sha1Of(readFileSync(this.at(entry))));
    for (const [path, sha1] of this.isMoving ? this.files : [])
      if (found.get(path) !== sha1) {
        this.files.delete(path);
        this.moved.push({ path, sha1 });
      }
    const lost = this.moved.filter(({ path, sha1 }) => !takeMoved(found, path, sha1));
    return [
      ...lost.map(({ path }) => `${path} was lost when it was moved`),
      ...[...this.files]
        .filter(([path, sha1]) => found.get(path) !== sha1)
        .map(([path]) => `${path} was changed`),
      ...[...found.keys()].filter((path) => !this.files.has(path)).map((path) => `${path} was added`),
    ];
  }

  #place(path: string, sha1: string): void {
    const before = this.files.get(path);
    // The path was free again.
    if (this.isMoving && before !== undefined) this.moved.push({ path, sha1: before });
    this.files.set(path, sha1);
  }

  #note(path: string, sha1: string): void {
    const contents = this.contents.get(path) ?? new Set();
    this.contents.set(path, contents.add(sha1));
  }

  #countCopy(sha1: string): void {
    this.copies.set(sha1, (this.copies.get(sha1) ?? 0) + 1);
  }
}

/** Removes a moved file from what was found, under its name or `name (2).txt`. False if it isn't there. */
function takeMoved(found: Map<string, string>, path: string, sha1: string): boolean {
  const slash = path.lastIndexOf('/');
  const dot = path.lastIndexOf('.');
  const end = dot > slash + 1 ? dot : path.length;
  for (let number = 1; number < 1000; number += 1) {
    const numbered = number === 1 ? path : `${path.slice(0, end)} (${number})${path.slice(end)}`;
    const at = `${movedFolder}/${numbered}`;
    if (found.get(at) === sha1) return found.delete(at);
  }
  return false;
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
