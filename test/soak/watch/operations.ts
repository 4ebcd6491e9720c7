import { spawnSync } from 'node:child_process';
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
import {
  alone,
  anyFile,
  custodians,
  freePath,
  isBusy,
  makeParent,
  sizeFrom,
  temporaryNames,
  writeSlowly,
} from './paths.ts';
import { rsync } from './rsync.ts';
import { sha1Of, type Tree, writeWhole } from './tree.ts';

type Operation = (tree: Tree, random: Random) => Promise<void>;

/** What a writer may do at any moment. */
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
    copyTime(tree.at(path), outside);
    renameSync(outside, tree.at(path));
    tree.put(path, sha1);
  },
  async 'delete, and make again with the same size and time'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    const { size } = statSync(tree.at(path));
    if (size < 50) return;
    const time = `${tree.path}.outside-${random.int(1, 1e9)}`;
    writeFileSync(time, '');
    copyTime(tree.at(path), time);
    rmSync(tree.at(path));
    tree.remove(path);
    // Most file systems give it the ID of the deleted file.
    const sha1 = writeWhole(tree.at(path), size);
    copyTime(time, tree.at(path));
    rmSync(time);
    tree.put(path, sha1);
  },
  async 'copy into several folders, and delete the original'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    const sha1 = tree.files.get(path) ?? '';
    for (let copies = random.int(2, 12); copies > 0; copies -= 1) {
      const to = freePath(tree, random);
      makeParent(tree, to);
      copyFileSync(tree.at(path), tree.at(to));
      copyTime(tree.at(path), tree.at(to));
      tree.put(to, sha1);
    }
    rmSync(tree.at(path));
    tree.remove(path);
  },
  async 'copy a folder to another custodian, and rename one below it'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null || path.split('/').length < 3) return;
    const folder = dirname(path);
    if (isBusy(tree, folder)) return;
    const copied = `${random.pick(custodians)}/copied ${random.int(1, 1e6)}`;
    for (const [one, sha1] of [...tree.files].filter(([at]) => at.startsWith(`${folder}/`))) {
      const to = copied + one.slice(folder.length);
      makeParent(tree, to);
      copyFileSync(tree.at(one), tree.at(to));
      copyTime(tree.at(one), tree.at(to));
      tree.put(to, sha1);
    }
    const to = `${random.pick(custodians)}/moved ${random.int(1, 1e6)}`;
    mkdirSync(dirname(tree.at(to)), { recursive: true });
    renameSync(tree.at(folder), tree.at(to));
    tree.moveFolder(folder, to);
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
  async 'change composition'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    const [name, composed] = [basename(path), basename(path).normalize('NFC')];
    const to = `${dirname(path)}/${name === composed ? name.normalize('NFD') : composed}`;
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
    tree.link(path, to);
    // A write to one would change the other.
    tree.busy.add(path);
    tree.busy.add(to);
  },
  async delete(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    rmSync(tree.at(path));
    tree.remove(path);
  },
  async 'delete a folder'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null || path.split('/').length < 3) return;
    const folder = dirname(path);
    if (isBusy(tree, folder)) return;
    rmSync(tree.at(folder), { recursive: true });
    for (const one of [...tree.files.keys()]) if (one.startsWith(`${folder}/`)) tree.remove(one);
  },
  async 'delete while settling'(tree, random) {
    const path = freePath(tree, random);
    await alone(tree, path, async () => {
      tree.put(path, writeWhole(tree.at(path), sizeFrom(random)));
      await delay(random.int(100, 2500));
      await tree.isThere();
      rmSync(tree.at(path));
      tree.remove(path);
    });
  },
  async 'delete and restore'(tree, random) {
    const path = anyFile(tree, random);
    if (path === null) return;
    await alone(tree, path, async () => {
      const bytes = readFileSync(tree.at(path));
      const { atime, mtime } = statSync(tree.at(path));
      const keepsTime = random.chance(0.7);
      tree.disguise(path, 'id');
      rmSync(tree.at(path));
      await delay(random.int(0, 5000));
      await tree.isThere();
      makeParent(tree, path);
      writeFileSync(tree.at(path), bytes);
      if (keepsTime) utimesSync(tree.at(path), atime, mtime);
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
  rsync,
};

/** Those that may happen while files are being moved away. */
export const operationsWhileMoving: readonly string[] = [
  ...['create', 'copy under a temporary name', 'move in', 'touch', 'rename', 'change case', 'copy', 'link'],
  ...['delete', 'delete while settling', 'drop many', 'rsync'],
  'delete, and make again with the same size and time',
  'copy into several folders, and delete the original',
];

/** To the nanosecond, which Node's times don't have. If a rule moved the original meanwhile, nothing is left of the copy. */
function copyTime(from: string, to: string): void {
  if (spawnSync('touch', ['-c', '-r', from, to], { stdio: 'ignore' }).status === 0) return;
  rmSync(to, { force: true });
  throw Object.assign(new Error(`${from} is gone`), { code: 'ENOENT' });
}
