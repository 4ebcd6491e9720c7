import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { install, mayInstall } from '../../apt.ts';
import { isInstalled } from '../../fixtures/installed.ts';
import type { Random } from '../random.ts';
import { alone, custodians } from './paths.ts';
import { sha1Of, type Tree, writeWhole } from './tree.ts';

const ways: readonly (readonly string[])[] = [
  [],
  ['--inplace'],
  ['--partial'],
  ['--delay-updates'],
  ['--partial-dir=.rsync-partial'],
];
/** While it is written in place, a file may not lie still. */
const kilobytesPerSecond = 2_000;

/** As root on Debian or Ubuntu, installs it; elsewhere, rounds go without. */
export function setUpRsync(): void {
  if (isInstalled('rsync')) return;
  if (mayInstall) install(['rsync']);
  else console.log('Not installed, so that nothing is copied with it: rsync');
}

/** Copies a folder, is interrupted now and then, and copies what changed once more. */
export async function rsync(tree: Tree, random: Random): Promise<void> {
  if (!isInstalled('rsync')) return;
  const source = mkdtempSync(join(tmpdir(), 'lading-soak-rsync-'));
  const target = `${random.pick(custodians)}/rsync ${random.int(1, 1e9)}`;
  const names = Array.from({ length: random.int(1, 12) }, (_, index) => `${index % 3}/file ${index}.bin`);
  const paths = names.map((name) => `${target}/${name}`);
  for (const name of names) writeWhole(join(source, name), random.int(0, 600_000));
  const options = ['-rt', `--bwlimit=${kilobytesPerSecond}`, ...random.pick(ways)];
  const copy = (interruptAfterMs: number | null): Promise<void> =>
    tree.use(async () => {
      mkdirSync(tree.at(target), { recursive: true });
      const child = spawn('rsync', [...options, `${source}/`, tree.at(target)], { stdio: 'ignore' });
      await ended(child, interruptAfterMs);
      for (const [index, path] of paths.entries()) putIfChanged(tree, path, join(source, names[index] ?? ''));
    });
  try {
    await alone(tree, paths, async () => {
      // What was moved away would be copied again.
      if (!tree.isMoving && random.chance(0.3)) await copy(random.int(20, 500));
      await copy(null);
      if (tree.isMoving || random.chance(0.5)) return;
      await delay(random.int(0, 4000));
      // The second time, some are larger.
      for (const name of names) if (random.chance(0.3)) appendFileSync(join(source, name), 'one more line\n');
      await copy(null);
    });
  } finally {
    rmSync(source, { recursive: true });
  }
}

async function ended(child: ChildProcess, interruptAfterMs: number | null): Promise<void> {
  const timer = interruptAfterMs === null ? null : setTimeout(() => child.kill('SIGINT'), interruptAfterMs);
  await once(child, 'exit');
  if (timer !== null) clearTimeout(timer);
}

/** What an interrupt left may be taken as a file, as it is. */
function putIfChanged(tree: Tree, path: string, source: string): void {
  const at = tree.isMoving ? source : tree.at(path);
  if (!existsSync(at)) return;
  // Of a file whose copy was interrupted, rsync leaves the permissions of its temporaries.
  chmodSync(at, 0o644);
  const sha1 = sha1Of(readFileSync(at));
  if (tree.files.get(path) !== sha1) tree.put(path, sha1);
}

/** Temporaries that interrupts left behind, which no later copy uses. */
export function removeLeftovers(tree: Tree): void {
  for (const entry of readdirSync(tree.path, { recursive: true, encoding: 'utf8' })) {
    const isLeftover = /(^|\/)(\.[^/]*\.[A-Za-z0-9]{6}|\.~tmp~|\.rsync-partial)$/.test(entry);
    if (isLeftover && statSync(tree.at(entry), { throwIfNoEntry: false }) !== undefined)
      rmSync(tree.at(entry), { recursive: true });
  }
}
