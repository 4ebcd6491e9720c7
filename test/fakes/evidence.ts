import { createCipheriv, createHash } from 'node:crypto';
import { mkdir, open, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const blockBytes = 1024 * 1024;

/** The same bytes for the same seed on every machine, without repetition. */
export function* pseudoRandom(seed: string, sizeBytes: number): Generator<Buffer> {
  const key = createHash('sha256').update(seed).digest().subarray(0, 16);
  const stream = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
  for (let left = sizeBytes; left > 0; left -= blockBytes)
    yield stream.update(Buffer.alloc(Math.min(blockBytes, left)));
}

/** Creates files of the given sizes below `folder`. Each file's path is its seed. */
export async function makeEvidence(
  folder: string,
  sizesBytes: Readonly<Record<string, number>>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [path, sizeBytes] of Object.entries(sizesBytes)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await using file = await open(target, 'w');
    for (const block of pseudoRandom(path, sizeBytes)) await file.writeFile(block);
  }
}

/** A sparse file takes no disk space, whatever its size. */
export async function makeSparse(path: string, sizeBytes: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '');
  await truncate(path, sizeBytes);
}

/** Whether two files have the same bytes. */
export async function sameBytes(left: string, right: string): Promise<boolean> {
  await using a = await open(left);
  await using b = await open(right);
  if ((await a.stat()).size !== (await b.stat()).size) return false;
  const [blockA, blockB] = [Buffer.alloc(blockBytes), Buffer.alloc(blockBytes)];
  for (;;) {
    const { bytesRead } = await a.read(blockA);
    if (bytesRead === 0) return true;
    for (let compared = 0; compared < bytesRead; ) {
      const read = await b.read(blockB, compared, bytesRead - compared);
      if (read.bytesRead === 0) return false;
      compared += read.bytesRead;
    }
    if (!blockA.subarray(0, bytesRead).equals(blockB.subarray(0, bytesRead))) return false;
  }
}
