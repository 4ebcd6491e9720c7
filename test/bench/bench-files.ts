import { randomFillSync } from 'node:crypto';
import { mkdtempSync, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { gibibyte } from './report.ts';

/** The system's temporary folder, or TMPDIR. */
export const benchFolder = os.tmpdir();

export function makeBenchFolder(name: string): string {
  return mkdtempSync(join(benchFolder, `lading-bench-${name}-`));
}

/**
 * The size of the large file: 8 GiB, or less if the disk has less than three times that free, or if it doesn't fit into
 * half of the memory, because then the disk would be measured.
 */
export function largeFileBytes(): { readonly bytes: number; readonly note: string } {
  const disk = statfsSync(benchFolder);
  const freeBytes = disk.bavail * disk.bsize;
  const wantedGib = Number(process.env['LADING_BENCH_GIB'] ?? 8);
  const gib = Math.max(
    1,
    Math.min(wantedGib, Math.floor(freeBytes / 3 / gibibyte), Math.floor(os.totalmem() / 2 / gibibyte)),
  );
  const why = gib < 8 ? ' (not 8: limited by disk, memory or LADING_BENCH_GIB)' : '';
  return { bytes: gib * gibibyte, note: `${gib} GiB${why}` };
}

/** Random bytes, which can't be compressed. */
export async function writeRandomFile(path: string, bytes: number): Promise<void> {
  const block = Buffer.allocUnsafeSlow(64 * 1024 * 1024);
  randomFillSync(block);
  const file = await open(path, 'w');
  for (let at = 0; at < bytes; at += block.length) {
    block.writeBigUInt64LE(BigInt(at));
    await file.write(block, 0, Math.min(block.length, bytes - at));
  }
  // Otherwise the disk would write while something is measured.
  await file.sync();
  await file.close();
}

/** A sparse file: it has a size, reads as zeros and uses no disk space. */
export async function writeSparseFile(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w');
  await file.truncate(bytes);
  await file.close();
}
