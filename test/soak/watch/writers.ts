import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { sha1Of, type Tree, writeWhole } from './tree.ts';

export const custodians: readonly string[] = ['Ng, Ana', 'Ødegård', 'אבנר כהן', 'o’Brien “Bo”', 'A'];
const below: readonly string[] = ['', '', 'mail', 'mail/2024', 'a/b/c'];
const stems: readonly string[] = [
  'report',
  'Brief',
  'Ame\u0301lie',
  'Amélie',
  'two words',
  '-rf',
  'x;y',
  '😀',
];
const stepMs = 250;

type Operation = (tree: Tree, random: Random) => Promise<void>;

function anyPath(random: Random): string {
  const folder = random.pick(below);
  const name = `${random.pick(stems)} ${random.int(1, 400)}.dat`;
  return [random.pick(custodians), folder, name].filter((part) => part !== '').join('/');
}

/** A path where nothing is. */
function freePath(tree: Tree, random: Random): string {
  for (;;) {
    const path = anyPath(random);
    if (!existsSync(tree.at(path)) && !tree.busy.has(path)) return path;
  }
}

/** A file that is there; null if there is none. */
function anyFile(tree: Tree, random: Random): string | null {
  const paths = [...tree.files.keys()].filter((path) => !tree.busy.has(path));
  return paths.length === 0 ? null : random.pick(paths);
}

function sizeFrom(random: Random): number {
  if (random.chance(0.05)) return 0;
  return random.chance(0.85) ? random.int(1, 30_000) : random.int(200_000, 1_500_000);
}

function makeParent(tree: Tree, path: string): void {
  mkdirSync(dirname(tree.at(path)), { recursive: true });
}

/** Keeps other writers from the path. */
async function alone(tree: Tree, path: string, work: () => Promise<void>): Promise<void> {
  tree.busy.add(path);
  try {
    await work();
  } finally {
    tree.busy.delete(path);
  }
}

/** Writes piece by piece, never still for as long as a file takes to settle. */
async function writeSlowly(tree: Tree, at: string, shown: string, random: Random): Promise<string> {
  const writer = tree.writer(shown);
  await tree.isThere();
  makeParent(tree, at);
  writeFileSync(tree.at(at), '');
  for (let pieces = random.int(2, 20); pieces > 0; pieces -= 1) {
    const bytes = randomBytes(random.int(1, 50_000));
    await tree.isThere();
    writer.append(bytes);
    appendFileSync(tree.at(at), bytes);
    await delay(random.int(1, stepMs));
  }
  writer.append(Buffer.alloc(0));
  return writer.end();
}

const temporaryNames: readonly ((path: string) => string)[] = [
  (path) => `${dirname(path)}/.${basename(path)}.Xy12Zw`,
  (path) => `${path}.part`,
  (path) => `${path}.crdownload`,
  (path) => `${path}.tmp`,
];

export const operations: Readonly<Record<string, Operation>> = {
  async create(tree, random) {
    const path = freePath(tree, random);
    tree.put(path, writeWhole(tree.at(path), sizeFrom(random)));
  },
  async 'copy slowly'(tree, random) {
    const path = freePath(tree, random);
    await alone(tree, path, async () => tree.put(path, await writeSlowly(tree, path, path, random)));
  },
  async 'copy under a temporary name'(tree, random) {
    const path = freePath(tree, random);
    await alone(tree, path, async () => {
      const temporary = random.pick(temporaryNames)(path);
      const sha1 = await writeSlowly(tree, temporary, temporary, random);
      await delay(random.pick([0, 100, 4000]));
      await tree.isThere();
      makeParent(tree, path);
      renameSync(tree.at(temporary), tree.at(path));
      tree.put(path, sha1);
    });
  },
  async 'move in'(tree, random) {
    const path = freePath(tree, random);
    const outside = `${tree.path}.outside-${random.int(1, 1e9)}`;
    const sha1 = writeWhole(outside, sizeFrom(random));
    makeParent(tree, path);
    renameSync(outside, tree.at(path));
    tree.put(path, sha1);
  },
  async append(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    appendFileSync(tree.at(path), randomBytes(random.int(1, 5000)));
    tree.put(path, sha1Of(readFileSync(tree.at(path))));
  },
  async truncate(tree, random) {
    const path = anyFile(tree, random);
    if (path === null || statSync(tree.at(path)).size < 100) return;
    truncateSync(tree.at(path), random.int(50, statSync(tree.at(path)).size - 1));
    tree.put(path, sha1Of(readFileSync(tree.at(path))));
  },
  async 'replace with the same size and time'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    const before = statSync(tree.at(path));
    if (before.size < 50) return;
    const outside = `${tree.path}.outside-${random.int(1, 1e9)}`;
    const sha1 = writeWhole(outside, before.size);
    utimesSync(outside, before.atime, before.mtime);
    renameSync(outside, tree.at(path));
    tree.put(path, sha1);
  },
  async touch(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    const seconds = random.pick([Date.now() / 1000, random.int(0, 2_000_000_000), -86_400, 4_102_444_800]);
    lutimesSync(tree.at(path), seconds, seconds);
  },
  async rename(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    const to = freePath(tree, random);
    makeParent(tree, to);
    renameSync(tree.at(path), tree.at(to));
    tree.move(path, to);
  },
  async 'change case'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    const name = basename(path);
    const to = `${dirname(path)}/${name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()}`;
    if (existsSync(tree.at(to))) return;
    renameSync(tree.at(path), tree.at(to));
    tree.move(path, to);
  },
  async copy(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    const to = freePath(tree, random);
    makeParent(tree, to);
    copyFileSync(tree.at(path), tree.at(to));
    const { atime, mtime } = statSync(tree.at(path));
    if (random.chance(0.5)) utimesSync(tree.at(to), atime, mtime);
    tree.put(to, tree.files.get(path) ?? '');
  },
  async link(tree, random) {
    const path = anyFile(tree, random);
    if (path === null || statSync(tree.at(path)).nlink > 1) return;
    const to = freePath(tree, random);
    makeParent(tree, to);
    linkSync(tree.at(path), tree.at(to));
    tree.put(to, tree.files.get(path) ?? '');
    // A write to one would change the other.
    tree.busy.add(path);
    tree.busy.add(to);
  },
  async delete(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    rmSync(tree.at(path));
    tree.files.delete(path);
  },
  async 'delete while settling'(tree, random) {
    const path = freePath(tree, random);
    await alone(tree, path, async () => {
      tree.put(path, writeWhole(tree.at(path), sizeFrom(random)));
      await delay(random.int(100, 2500));
      await tree.isThere();
      rmSync(tree.at(path));
      tree.files.delete(path);
    });
  },
  async 'delete and restore'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    await alone(tree, path, async () => {
      const bytes = readFileSync(tree.at(path));
      const { atime, mtime } = statSync(tree.at(path));
      const sha1 = tree.files.get(path) ?? '';
      rmSync(tree.at(path));
      tree.files.delete(path);
      await delay(random.int(0, 5000));
      await tree.isThere();
      makeParent(tree, path);
      writeFileSync(tree.at(path), bytes);
      if (random.chance(0.7)) utimesSync(tree.at(path), atime, mtime);
      tree.files.set(path, sha1);
    });
  },
  async 'move out and in'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    await alone(tree, path, async () => {
      const outside = `${tree.path}.outside-${random.int(1, 1e9)}`;
      const sha1 = tree.files.get(path) ?? '';
      renameSync(tree.at(path), outside);
      tree.files.delete(path);
      await delay(random.int(0, 5000));
      await tree.isThere();
      makeParent(tree, path);
      renameSync(outside, tree.at(path));
      tree.files.set(path, sha1);
    });
  },
  async 'swap two files'(tree, random) {
    const [one, other] = [anyFile(tree, random), anyFile(tree, random)];
    if (one === null || other === null || one === other) return;
    const between = `${tree.path}.outside-${random.int(1, 1e9)}`;
    renameSync(tree.at(one), between);
    renameSync(tree.at(other), tree.at(one));
    renameSync(between, tree.at(other));
    tree.move(one, between);
    tree.move(other, one);
    tree.move(between, other);
  },
  async 'rename a folder'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null || path.split('/').length < 3) return;
    const folder = dirname(path);
    if (isBusy(tree, folder)) return;
    const to = `${random.pick(custodians)}/moved ${random.int(1, 1e6)}`;
    mkdirSync(dirname(tree.at(to)), { recursive: true });
    renameSync(tree.at(folder), tree.at(to));
    tree.moveFolder(folder, to);
  },
  async 'swap two folders'(tree, random) {
    const folders = [...new Set([...tree.files.keys()].map(dirname))].filter(
      (folder) => folder.split('/').length === 2 && !isBusy(tree, folder),
    );
    if (folders.length < 2) return;
    const [one, other] = [random.pick(folders), random.pick(folders)];
    if (one === other) return;
    const between = `${tree.path}.outside-${random.int(1, 1e9)}`;
    renameSync(tree.at(one), between);
    renameSync(tree.at(other), tree.at(one));
    renameSync(between, tree.at(other));
    tree.moveFolder(one, between);
    tree.moveFolder(other, one);
    tree.moveFolder(between, other);
  },
  async 'drop many'(tree, random) {
    const folder = `${random.pick(custodians)}/many ${random.int(1, 1e6)}`;
    for (let count = random.int(10, 60); count > 0; count -= 1) {
      await tree.isThere();
      const path = `${folder}/${count % 10}/${count}.txt`;
      tree.put(path, writeWhole(tree.at(path), random.int(1, 300)));
    }
  },
};

function isBusy(tree: Tree, folder: string): boolean {
  return [...tree.busy].some((path) => path.startsWith(`${folder}/`));
}

/** Several at once, until the signal. */
export async function writeUntil(tree: Tree, random: Random, signal: AbortSignal): Promise<void> {
  const writers = [1, 2, 3].map(async (writer) => {
    const own = random.fork(`writer ${writer}`);
    while (!signal.aborted) {
      await tree.isThere();
      await operations[own.pick(Object.keys(operations))]?.(tree, own);
      await delay(own.pick([0, 20, 200, 1500]));
    }
  });
  const grow = neverStill(tree, signal);
  await Promise.all([...writers, grow]);
}

/** A file that never settles until the end. */
async function neverStill(tree: Tree, signal: AbortSignal): Promise<void> {
  const path = `${custodians[0]}/growing.log`;
  tree.busy.add(path);
  const writer = tree.writer(path);
  await tree.isThere();
  makeParent(tree, path);
  while (!signal.aborted) {
    const bytes = randomBytes(100);
    await tree.isThere();
    writer.append(bytes);
    appendFileSync(tree.at(path), bytes);
    await delay(stepMs);
  }
  tree.put(path, writer.end());
}
