import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { type Result, success } from '../../../preload/contract/failure.ts';
import { comparePartList } from './compare-part-list.ts';
import type { TransferContext } from './context.ts';
import type { CreatedSourceFile } from './create-source-file.ts';
import { looksLikeMd5, normalizeEtag } from './etag-md5-detector.ts';
import { type PartPlan, partRange } from './part-plan.ts';
import { openFailure } from './source-handle.ts';

/**
 * The parts of a file that an earlier run sent, compared with what the platform has and with what is on the disk: size
 * and time say nothing of a file that another of the same size and time replaced between two runs.
 */
export class SentPartsCheck {
  readonly #transfer: TransferContext;
  readonly #sourceFile: CreatedSourceFile;
  readonly #file: FileHandle;
  readonly #plan: PartPlan;
  #fits = 0;
  #differs = 0;

  constructor(transfer: TransferContext, sourceFile: CreatedSourceFile, file: FileHandle, plan: PartPlan) {
    this.#transfer = transfer;
    this.#sourceFile = sourceFile;
    this.#file = file;
    this.#plan = plan;
  }

  /** The numbers of those that the platform lacks or has otherwise: forgotten, and to be sent again. */
  async compare(path: string, signal: AbortSignal): Promise<Result<readonly number[]>> {
    const { sourceFiles, writes, upload, random } = this.#transfer;
    const { id, platformId } = this.#sourceFile;
    const ours = new Map(sourceFiles.parts(id).map((part) => [part.number, part]));
    const differing = await comparePartList(this.#transfer, platformId, ours, signal);
    if (!differing.ok) return differing;
    await writes.enqueue(() => {
      for (const number of differing.value) sourceFiles.removePart(id, number);
    });
    for (const number of differing.value) ours.delete(number);
    if (upload.request.partCheck === 'never') return differing;
    const chosen = partsToCompare([...ours.keys()], this.#plan.partSizeBytes, random);
    try {
      for (const number of chosen) {
        const etag = ours.get(number)?.etag ?? '';
        if (signal.aborted) break;
        if (!looksLikeMd5(etag)) continue;
        if ((await md5OfPart(this.#file, this.#plan, number)) === normalizeEtag(etag)) this.#fits += 1;
        else this.#differs += 1;
      }
    } catch (error) {
      return { ok: false, failure: openFailure(error, path) };
    }
    return success(differing.value);
  }

  /**
   * The file on the disk is not the one that was sent before. Known once an ETag has proved to be an MD5: one of these,
   * or one of this run, which may come later.
   */
  get areOfAnotherFile(): boolean {
    return this.#differs > 0 && (this.#fits > 0 || this.#transfer.etagMd5.anyProven);
  }
}

/** A moment's reading; of large parts the first and the last all the same. */
const comparedBytes = 256 * 1024 * 1024;
const mostParts = 5;

/** Which parts of an earlier run are read again: the first, the last, and some between by chance. `numbers` ascend. */
export function partsToCompare(
  numbers: readonly number[],
  partSizeBytes: number,
  random: () => number,
): readonly number[] {
  const first = numbers.slice(0, 1);
  const last = numbers.slice(1).slice(-1);
  const between = numbers.slice(1, -1);
  const more = Math.min(mostParts, Math.floor(comparedBytes / partSizeBytes)) - 2;
  const chosen: number[] = [];
  while (chosen.length < more && between.length > 0)
    chosen.push(...between.splice(Math.floor(random() * between.length), 1));
  return [...first, ...chosen, ...last];
}

export async function md5OfPart(file: FileHandle, plan: PartPlan, number: number): Promise<string> {
  const { offset, length } = partRange(plan, number);
  const md5 = createHash('md5');
  const block = Buffer.allocUnsafe(1024 * 1024);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(block, 0, Math.min(block.length, length - done), offset + done);
    if (bytesRead === 0) break;
    md5.update(block.subarray(0, bytesRead));
    done += bytesRead;
  }
  return md5.digest('hex');
}
