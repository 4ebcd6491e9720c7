import { createHash } from 'node:crypto';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';
import { failureText } from '../../../preload/contract/failure-text.ts';
import { readFailure } from '../sources/source-handle.ts';
import type { AcknowledgedPart } from '../store/source-file-repository.ts';
import { comparePartList } from './compare-part-list.ts';
import { looksLikeMd5, normalizeEtag } from './etag-md5-detector.ts';
import type { FileTransfer } from './file-transfer.ts';
import { partRange } from './part-plan.ts';

/**
 * Verifies the parts that an earlier run sent, against the platform's list and against the disk: size and time don't
 * reveal that the file was replaced between two runs by another one of the same size and time.
 */
export class SentPartsCheck {
  readonly #file: FileTransfer;
  readonly #compared: ComparedPart[] = [];
  readonly #comparesAll: boolean;
  #isComplete = false;

  /** With `comparesAll` every part is compared, because the file was touched since; otherwise a few are. */
  constructor(file: FileTransfer, comparesAll: boolean) {
    this.#file = file;
    this.#comparesAll = comparesAll;
  }

  /** Whether every part was compared and is on the disk as it was sent. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * Returns the numbers of the parts that the platform lacks or has with other bytes. They are forgotten, and must be
   * sent again. Stops the file's sending once it is another file.
   */
  async run(): Promise<Result<readonly number[]>> {
    const { context, signal } = this.#file;
    const ours = acknowledgedParts(this.#file);
    const compared = await comparePartList(context, this.#file.sourceFile.platformId, ours, signal);
    if (!compared.ok) return compared;
    const { differing, noList } = compared.value;
    await this.#file.forgetParts(differing);
    for (const number of differing) ours.delete(number);
    try {
      if (context.upload.request.partCheck !== 'never') await this.#compareWithDisk(ours);
    } catch (error) {
      return { ok: false, failure: readFailure(error) };
    }
    if (noList !== null && !signal.aborted) await this.#recordNoList(noList, ours.size);
    if (this.isOtherFile) this.#file.abort();
    return success(differing);
  }

  async #compareWithDisk(ours: ReadonlyMap<number, AcknowledgedPart>): Promise<void> {
    const { context, plan, signal } = this.#file;
    const all = [...ours.keys()];
    for (const number of this.#comparesAll ? all : partsToCompare(all, plan.partSizeBytes, context.random)) {
      if (signal.aborted) return;
      const part = ours.get(number);
      if (part === undefined) continue;
      const matches = await matchesDisk(this.#file, number, part.etag);
      if (matches !== null) this.#compared.push({ number, etagScope: part.etagScope, matches });
      if (matches === false && this.#comparesAll) return;
    }
    this.#isComplete = this.#comparesAll && this.#compared.length === all.length;
  }

  /** What stands in for the platform's list: parts that are on the disk as they were sent, or else the SHA-1. */
  async #recordNoList(noList: Failure, parts: number): Promise<void> {
    const { writes, events, upload, now } = this.#file.context;
    const matching = this.#compared.filter(({ matches }) => matches).length;
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

  /**
   * The file on disk is not the one that was sent before. Known once an ETag proved to be an MD5: one of these, or one of
   * this run, which may come later.
   */
  get isOtherFile(): boolean {
    return this.#differingPart !== null;
  }

  get #differingPart(): number | null {
    const { etagMd5 } = this.#file.context;
    return differingPart(this.#compared, (scope) => etagMd5.isProven(scope));
  }

  /**
   * The file was touched, and its parts can't be shown to be of this version: this host's ETags may be no MD5s. Ask when
   * the other parts are sent, because one of them may show that they are.
   */
  get isUnverifiable(): boolean {
    return this.#comparesAll && !this.isOtherFile && this.#compared.some(({ matches }) => !matches);
  }

  otherFileFailure(): Failure {
    const partNumber = this.#differingPart ?? 1;
    return failure('file-changed', { change: { kind: 'sent-part-differs', partNumber } }).failure;
  }
}

export interface ComparedPart {
  readonly number: number;
  readonly etagScope: string | null;
  readonly matches: boolean;
}

/** A part that shows that the file is another one: it differs, and ETags of its host are known to be MD5s. */
export function differingPart(
  compared: readonly ComparedPart[],
  isProven: (etagScope: string | null) => boolean,
): number | null {
  const matching = new Set(compared.filter(({ matches }) => matches).map(({ etagScope }) => etagScope));
  const found = compared.find(
    ({ matches, etagScope }) => !matches && (matching.has(etagScope) || isProven(etagScope)),
  );
  return found?.number ?? null;
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
    for (const { number, etag, etagScope } of ours.values()) {
      if (file.signal.aborted) return failure('stopped');
      if (!file.context.etagMd5.isProven(etagScope)) continue;
      if ((await matchesDisk(file, number, etag)) === false) numbers.push(number);
    }
  } catch (error) {
    return { ok: false, failure: readFailure(error) };
  }
  return success(numbers);
}

function acknowledgedParts({ context, sourceFile }: FileTransfer): Map<number, AcknowledgedPart> {
  return new Map(context.sourceFiles.parts(sourceFile.id).map((part) => [part.number, part]));
}

/** Returns null for an ETag that is no MD5. */
async function matchesDisk(file: FileTransfer, number: number, etag: string): Promise<boolean | null> {
  if (!looksLikeMd5(etag)) return null;
  return (await md5OfPart(file, number)) === normalizeEtag(etag);
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

async function md5OfPart({ source, plan, signal }: FileTransfer, number: number): Promise<string> {
  const { offset, length } = partRange(plan, number);
  const md5 = createHash('md5');
  let block = new ArrayBuffer(1024 * 1024);
  for (let done = 0; done < length; ) {
    const wanted = Math.min(block.byteLength, length - done);
    const read = await source.file.read(block, wanted, offset + done, signal);
    md5.update(read);
    done += read.length;
    if (read.length < wanted) break;
    block = read.buffer;
  }
  return md5.digest('hex');
}
