import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Tree } from './tree.ts';

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
/** The longest time between two pieces of a file that is written slowly. */
export const stepMs = 250;

function anyPath(random: Random): string {
  const folder = random.pick(below);
  const name = `${random.pick(stems)} ${random.int(1, 400)}.dat`;
  return [random.pick(custodians), folder, name].filter((part) => part !== '').join('/');
}

/** A path where nothing is. */
export function freePath(tree: Tree, random: Random): string {
  for (;;) {
    const path = anyPath(random);
    if (!existsSync(tree.at(path)) && !tree.busy.has(path)) return path;
  }
}

/** A file that is there; null if there is none. */
export function anyFile(tree: Tree, random: Random): string | null {
  const paths = [...tree.files.keys()];
  for (let tries = 0; tries < 20 && paths.length > 0; tries += 1) {
    const path = random.pick(paths);
    // A rule may have moved it.
    if (!tree.busy.has(path) && (!tree.isMoving || existsSync(tree.at(path)))) return path;
  }
  return null;
}

export function sizeFrom(random: Random): number {
  if (random.chance(0.05)) return 0;
  return random.chance(0.85) ? random.int(1, 30_000) : random.int(200_000, 1_500_000);
}

export function makeParent(tree: Tree, path: string): void {
  mkdirSync(dirname(tree.at(path)), { recursive: true });
}

/** Keeps other writers from the paths. */
export async function alone(
  tree: Tree,
  paths: string | readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const own = typeof paths === 'string' ? [paths] : paths;
  for (const path of own) tree.busy.add(path);
  try {
    await work();
  } finally {
    for (const path of own) tree.busy.delete(path);
  }
}

/** Writes piece by piece, never still for as long as a file takes to settle. */
export async function writeSlowly(tree: Tree, at: string, shown: string, random: Random): Promise<string> {
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

export const temporaryNames: readonly ((path: string) => string)[] = [
  (path) => `${dirname(path)}/.${basename(path)}.Xy12Zw`,
  (path) => `${path}.part`,
  (path) => `${path}.crdownload`,
  (path) => `${path}.tmp`,
];

export function isBusy(tree: Tree, folder: string): boolean {
  return [...tree.busy].some((path) => path.startsWith(`${folder}/`));
}
