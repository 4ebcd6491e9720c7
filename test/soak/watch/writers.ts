import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import type { Random } from '../random.ts';
import { operations, operationsWhileMoving } from './operations.ts';
import { custodians, makeParent, stepMs } from './paths.ts';
import { type Tree, writeWhole } from './tree.ts';

/** Several at once, until the signal. */
export async function writeUntil(tree: Tree, random: Random, signal: AbortSignal): Promise<void> {
  const names = tree.isMoving ? operationsWhileMoving : Object.keys(operations);
  const writers = [1, 2, 3].map(async (writer) => {
    const own = random.fork(`writer ${writer}`);
    while (!signal.aborted) {
      await tree.isThere();
      await operate(tree, own.pick(names), own);
      await delay(own.pick([0, 20, 200, 1500]));
    }
  });
  await Promise.all([...writers, ...(tree.isMoving ? [] : [neverStill(tree, signal)])]);
}

async function operate(tree: Tree, name: string, random: Random): Promise<void> {
  try {
    await operations[name]?.(tree, random);
  } catch (error) {
    // The rule moved the file in between.
    if (!tree.isMoving || errnoOf(error) !== 'ENOENT') throw error;
  }
}

/** A file that never settles until the end. */
async function neverStill(tree: Tree, signal: AbortSignal): Promise<void> {
  const path = `${custodians[0]}/growing.log`;
  tree.busy.add(path);
  const writer = tree.writer(path);
  await tree.isThere();
  makeParent(tree, path);
  // Of a round that was interrupted.
  if (existsSync(tree.at(path))) writer.append(readFileSync(tree.at(path)));
  while (!signal.aborted) {
    const bytes = randomBytes(100);
    await tree.isThere();
    writer.append(bytes);
    appendFileSync(tree.at(path), bytes);
    await delay(stepMs);
  }
  tree.put(path, writer.end());
}

const writersAtOnce = 4;

/** Thousands of small files at once, by several writers. */
export async function dropThousands(tree: Tree, random: Random): Promise<void> {
  const folder = `${random.pick(custodians)}/thousands ${random.int(1, 1e6)}`;
  const files = random.int(2_000, 5_000);
  const write = async (writer: number): Promise<void> => {
    for (let file = writer; file < files; file += writersAtOnce) {
      if (file % 20 < writersAtOnce) await delay(1);
      await tree.isThere();
      const path = `${folder}/${file % 100}/${file}.eml`;
      tree.put(path, writeWhole(tree.at(path), 20 + (file % 500)));
    }
  };
  await Promise.all(Array.from({ length: writersAtOnce }, (_, writer) => write(writer)));
}
