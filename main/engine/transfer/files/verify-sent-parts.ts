import {
  type Failure,
  failure,
  type Result,
  success,
} from '../../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import { versionChange } from '../../sources/file-version.ts';
import { readFailure } from '../../sources/source-handle.ts';
import type { AcknowledgedPart } from '../../store/uploads/source-file-repository.ts';
import { comparePartList } from '../source-files/compare-part-list.ts';
import type { FileTransfer } from './file-transfer.ts';
import { isOnDisk } from './read-again.ts';

/**
 * Verifies the parts that an earlier run sent, against the platform's list and against the disk: a change time that is the
 * same shows that the file is, but not every file system has one.
 */
export class SentPartsCheck {
  readonly #file: FileTransfer;
  #matching = 0;
  #differingPart: number | null = null;

  constructor(file: FileTransfer) {
    this.#file = file;
  }

  /**
   * Returns the numbers of the parts that must be sent again: the platform lacks them or has other bytes, or the file was
   * touched and nothing shows what they were. They are forgotten. Stops the file's sending once it is another file.
   */
  async run(): Promise<Result<readonly number[]>> {
    const { context, signal, source, sentVersion } = this.#file;
    const ours = acknowledgedParts(this.#file);
    const { platformId } = this.#file.sourceFile;
    // Parts that were never acknowledged are sent meanwhile. A list of 10,000 takes as many requests as two seconds have.
    const compared = await comparePartList(context, platformId, ours, signal, 'background');
    if (!compared.ok) return compared;
    const { differing, noList } = compared.value;
    const change = versionChange(sentVersion, source.version);
    const unknown =
      change === null
        ? []
        : [...ours.values()].filter(({ digest }) => digest === null).map(({ number }) => number);
    const toSend = [...new Set([...differing, ...unknown])];
    await this.#file.forgetParts(toSend);
    for (const number of toSend) ours.delete(number);
    try {
      await this.#compareWithDisk(ours, change !== null && change.kind !== 'renumbered');
    } catch (error) {
      return { ok: false, failure: readFailure(error) };
    }
    if (noList !== null && !signal.aborted) await this.#recordNoList(noList, ours.size);
    if (this.#differingPart !== null) this.#file.abort();
    else if (!signal.aborted) await this.#file.setSentVersion(source.version);
    return success(toSend);
  }

  /** With `all` every part is compared, because the file was touched since; otherwise a few are. */
  async #compareWithDisk(ours: ReadonlyMap<number, AcknowledgedPart>, all: boolean): Promise<void> {
    const { context, plan, signal } = this.#file;
    if (!all && context.upload.request.partCheck === 'never') return;
    const numbers = [...ours.keys()];
    for (const number of all ? numbers : partsToCompare(numbers, plan.partSizeBytes, context.random)) {
      if (signal.aborted) return;
      const digest = ours.get(number)?.digest ?? null;
      if (digest === null) continue;
      if (await isOnDisk(this.#file, number, digest)) this.#matching += 1;
      else {
        this.#differingPart = number;
        return;
      }
    }
  }

  /** What stands in for the platform's list: parts that are on the disk as they were sent, or else the SHA-1. */
  async #recordNoList(noList: Failure, parts: number): Promise<void> {
    const { writes, events, upload, now } = this.#file.context;
    const matching = this.#matching;
    const coveredBy = matching > 0 ? 'disk' : upload.request.sha1 ? 'sha1' : 'nothing';
    await writes.enqueue(() =>
      events.append(upload.id, now().toISOString(), 'part-list-unavailable', {
        sourceFileId: this.#file.sourceFile.platformId,
        code: noList.code,
        reason: failureText(noList),
        parts,
        matching,
        coveredBy,
      }),
    );
  }

  /** The file on disk is not the one that was sent before. */
  get otherFile(): Failure | null {
    const partNumber = this.#differingPart;
    if (partNumber === null) return null;
    return failure('file-changed', { change: { kind: 'sent-part-differs', partNumber } }).failure;
  }
}

/** After a refused completion: the parts to send again. If the platform's list shows none, those that differ from the disk. */
export async function findDifferingParts(file: FileTransfer): Promise<Result<readonly number[]>> {
  const ours = acknowledgedParts(file);
  const listed = await comparePartList(file.context, file.sourceFile.platformId, ours, file.signal);
  if (!listed.ok) return listed;
  const { differing } = listed.value;
  if (differing.length > 0) return success(differing);
  const numbers: number[] = [];
  try {
    for (const { number, digest } of ours.values()) {
      if (file.signal.aborted) return failure('stopped');
      if (digest !== null && !(await isOnDisk(file, number, digest))) numbers.push(number);
    }
  } catch (error) {
    return { ok: false, failure: readFailure(error) };
  }
  return success(numbers);
}

function acknowledgedParts({ context, sourceFile }: FileTransfer): Map<number, AcknowledgedPart> {
  return new Map(context.sourceFiles.parts(sourceFile.id).map((part) => [part.number, part]));
}

/** Quick to read. Of large parts, the first and the last are compared anyway. */
const comparedBytes = 256 * 1024 * 1024;
const maxComparedParts = 5;

/** Which parts of an earlier run are read again: the first, the last, and random ones between. `numbers` ascend. */
export function partsToCompare(
  numbers: readonly number[],
  partSizeBytes: number,
  random: () => number,
): readonly number[] {
  const first = numbers.slice(0, 1);
  const last = numbers.slice(1).slice(-1);
  const between = numbers.slice(1, -1);
  const more = Math.min(maxComparedParts, Math.floor(comparedBytes / partSizeBytes)) - 2;
  const chosen: number[] = [];
  while (chosen.length < more && between.length > 0)
    chosen.push(...between.splice(Math.floor(random() * between.length), 1));
  return [...first, ...chosen, ...last];
}
