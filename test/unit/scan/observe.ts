import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { scan } from '../../../main/engine/intake/scan.ts';
import type {
  ScanBatch,
  ScanOptions,
  ScanProblem,
  ScanTotals,
} from '../../../main/engine/intake/scan-types.ts';
import type { Result } from '../../../preload/contract/failure.ts';

export interface SeenFile {
  readonly rootIndex: number;
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  readonly device: bigint;
  readonly fileId: bigint;
}

export function filesOf(batch: ScanBatch): SeenFile[] {
  return batch.folders.flatMap((run) => {
    const files: SeenFile[] = [];
    for (let row = run.from; row < run.to; row += 1)
      files.push({
        rootIndex: run.rootIndex,
        folder: run.folder,
        folderBytes: run.folderBytes,
        name: batch.names[row] ?? 'no name',
        nameBytes: batch.nameBytes?.[row] ?? null,
        sizeBytes: batch.sizesBytes[row] ?? -1,
        mtimeNs: batch.mtimesNs[row] ?? -1n,
        device: batch.devices[row] ?? -1n,
        fileId: batch.fileIds[row] ?? -1n,
      });
    return files;
  });
}

export interface Seen {
  readonly result: Result<ScanTotals>;
  readonly batches: readonly ScanBatch[];
  readonly files: readonly SeenFile[];
  readonly problems: readonly ScanProblem[];
}

export async function seen(roots: readonly string[], options: ScanOptions = {}): Promise<Seen> {
  const batches: ScanBatch[] = [];
  const result = await scan(roots, options, (batch) => {
    batches.push(batch);
  });
  return {
    result,
    batches,
    files: batches.flatMap(filesOf),
    problems: batches.flatMap(({ problems }) => problems),
  };
}

export function pathOf({ folder, name }: { readonly folder: string; readonly name: string }): string {
  return folder === '' ? name : `${folder}/${name}`;
}

export function codesByPath({ problems }: Seen): Record<string, string> {
  return Object.fromEntries(problems.map((problem) => [pathOf(problem), problem.code]));
}

export function freshFolder(place: string = tmpdir()): string {
  const folder = mkdtempSync(join(place, 'lading-scan-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
