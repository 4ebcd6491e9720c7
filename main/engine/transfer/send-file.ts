import type { BigIntStats } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';
import { absolutePath, fileIdentity } from '../intake/scan-paths.ts';
import { displayPath, type Item } from '../store/items.ts';
import type { AcknowledgedPart, SourceFile } from '../store/source-files.ts';
import { complete, endingOf } from './complete-file.ts';
import type { Transfer } from './context.ts';
import { type Created, createSourceFile } from './create-source-file.ts';
import { FileHash } from './file-hash.ts';
import { differingParts } from './listed-parts.ts';
import { changedFailure, openFailure, openSource } from './open-source.ts';
import { type PartPlan, partRange, planParts } from './part-plan.ts';
import type { LiveItem } from './progress.ts';
import { sendPart } from './send-part.ts';
import { changeOf } from './source-identity.ts';

export type SendOutcome =
  | {
      readonly kind: 'uploaded';
      readonly sourceFile: Created;
      readonly sha1: string | null;
      readonly answerState: string | null;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** A link of which nobody knows whether it arrived. */
  | { readonly kind: 'held'; readonly failure: Failure }
  /** What refused this item would refuse every other one. */
  | { readonly kind: 'upload-stops'; readonly failure: Failure }
  | { readonly kind: 'stopped' };

/** Sends one file of the inventory: source file, parts, completion. Goes on where an earlier run was ended. */
export async function sendFile(transfer: Transfer, item: Item): Promise<SendOutcome> {
  const path = absolutePath(item.root, item.folder, item.folderBytes, item.name, item.nameBytes);
  const source = await openSource(path, item, transfer.freshInventory);
  const before = transfer.sourceFiles.current(item.id);
  if (!source.ok)
    return (await completedBefore(transfer, item, before)) ?? { kind: 'failed', failure: source.failure };
  await using file = source.value;
  const planned = planOf(item, before, transfer);
  if (!planned.ok) return { kind: 'failed', failure: planned.failure };
  const created = await createSourceFile(transfer, item, before, planned.value);
  if (created.kind !== 'created') return created;
  const sending = new FileSending(transfer, item, path, file, planned.value, created.sourceFile);
  return await sending.run(); // before the file is closed
}

/** A completion that was asked for may have been carried out, whatever became of the file since. Null: it was not. */
async function completedBefore(
  transfer: Transfer,
  item: Item,
  before: SourceFile | null,
): Promise<SendOutcome | null> {
  if (before === null || before.platformId === null || before.completionAskedAt === null) return null;
  // A part that was to be sent again was not: asked now, a file with a hole in it might be put together.
  if (transfer.sourceFiles.parts(before.id).length !== before.partCount) return null;
  return complete(transfer, {
    sourceFile: { ...before, platformId: before.platformId },
    shown: displayPath(item),
    sha1: before.sha1,
    md5: before.md5,
    signal: transfer.signal,
    repair: null,
  });
}

function planOf(item: Item, before: SourceFile | null, transfer: Transfer): Result<PartPlan> {
  const plan = planParts(item.sizeBytes, transfer.platform.profile.limits);
  if (!plan.ok)
    return failure(plan.failure.code, `${displayPath(item)}: ${plan.failure.message}`, {
      path: displayPath(item),
    });
  if (before === null) return plan;
  // Parts that were sent keep their borders, whatever the profile says now.
  return success({
    sizeBytes: item.sizeBytes,
    partSizeBytes: before.partSizeBytes,
    partCount: before.partCount,
  });
}

class FileSending {
  readonly #transfer: Transfer;
  readonly #item: Item;
  readonly #path: string | Buffer;
  readonly #shown: string;
  readonly #file: FileHandle;
  readonly #plan: PartPlan;
  readonly #sourceFile: Created;
  readonly #live: LiveItem;
  readonly #acknowledged: Map<number, AcknowledgedPart>;
  /** Ends the file's other parts when one of them failed. */
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  #hash: FileHash | null = null;
  #inlineSha1: string | null;
  #md5: string | null;

  constructor(
    transfer: Transfer,
    item: Item,
    path: string | Buffer,
    file: FileHandle,
    plan: PartPlan,
    sourceFile: Created,
  ) {
    this.#transfer = transfer;
    this.#item = item;
    this.#path = path;
    this.#shown = displayPath(item);
    this.#file = file;
    this.#plan = plan;
    this.#sourceFile = sourceFile;
    this.#signal = AbortSignal.any([transfer.signal, this.#ended.signal]);
    this.#acknowledged = new Map(
      transfer.sourceFiles.parts(sourceFile.id).map((part) => [part.number, part]),
    );
    this.#inlineSha1 = sourceFile.sha1;
    this.#md5 = sourceFile.md5;
    this.#live = {
      itemId: item.id,
      path: this.#shown,
      sizeBytes: item.sizeBytes,
      partCount: plan.partCount,
      acknowledgedBytes: [...this.#acknowledged.values()].reduce((sum, part) => sum + part.sizeBytes, 0),
      inFlightBytes: 0,
      partsInFlight: new Set(),
      partsDone: this.#acknowledged.size,
      activity: 'uploading',
    };
  }

  async run(): Promise<SendOutcome> {
    this.#transfer.live.begin(this.#live);
    this.#startHash();
    try {
      return await this.#send();
    } finally {
      this.#ended.abort();
      await this.#hash?.stop();
      this.#transfer.live.end(this.#live);
    }
  }

  async #send(): Promise<SendOutcome> {
    const sourceFile = this.#sourceFile;
    // What an earlier run sent is compared with what the platform has, while the rest is on its way.
    const listing =
      this.#acknowledged.size > 0 && sourceFile.completionAskedAt === null ? this.#compare() : null;
    listing?.catch(() => undefined); // awaited below, unless the sending ends first
    const sent = await this.#sendParts(this.#missing());
    if (sent !== null) return sent;
    if (listing !== null) {
      const compared = await listing;
      if (!compared.ok) return endingOf(compared.failure);
      const again = await this.#sendParts(compared.value);
      if (again !== null) return again;
    }
    const sha1 = await this.#wholeSha1();
    if (!sha1.ok) return endingOf(sha1.failure);
    const changed = await this.#changed();
    if (changed !== null) return { kind: 'failed', failure: changed };
    this.#live.activity = 'completing';
    return complete(this.#transfer, {
      sourceFile,
      shown: this.#shown,
      sha1: sha1.value,
      md5: this.#md5,
      signal: this.#signal,
      repair: {
        file: this.#file,
        plan: this.#plan,
        sendAgain: (numbers) => {
          this.#forget(numbers);
          return this.#sendParts(numbers);
        },
      },
    });
  }

  #missing(): readonly number[] {
    const numbers: number[] = [];
    for (let number = 1; number <= this.#plan.partCount; number += 1)
      if (!this.#acknowledged.has(number)) numbers.push(number);
    return numbers;
  }

  async #compare(): Promise<Result<readonly number[]>> {
    const differing = await differingParts(
      this.#transfer,
      this.#sourceFile.platformId,
      this.#acknowledged,
      this.#signal,
    );
    if (differing.ok) {
      await this.#transfer.commits.write(() => {
        for (const number of differing.value)
          this.#transfer.sourceFiles.forgetPart(this.#sourceFile.id, number);
      });
      this.#forget(differing.value);
    }
    return differing;
  }

  #forget(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#live.acknowledgedBytes -= partRange(this.#plan, number).length;
      this.#live.partsDone -= 1;
    }
  }

  /** Null when all are acknowledged. */
  async #sendParts(numbers: readonly number[]): Promise<SendOutcome | null> {
    let ending: SendOutcome | null = null;
    const end = (outcome: SendOutcome): void => {
      ending ??= outcome;
      this.#ended.abort();
    };
    // A refusal of the store, or a bug; kept, because a part leaves the set the moment it ends.
    const thrown: unknown[] = [];
    const inFlight = new Set<Promise<void>>();
    for (const number of numbers) {
      if (!(await this.#transfer.slots.take(this.#signal))) {
        end({ kind: 'stopped' });
        break;
      }
      const part = this.#sendOne(number, end)
        .catch((error: unknown) => {
          thrown.push(error);
          this.#ended.abort();
        })
        .finally(() => {
          this.#transfer.slots.release();
          inFlight.delete(part);
        });
      inFlight.add(part);
    }
    await Promise.all(inFlight);
    if (thrown.length > 0) throw thrown[0];
    return ending;
  }

  async #sendOne(number: number, end: (outcome: SendOutcome) => void): Promise<void> {
    const { offset, length } = partRange(this.#plan, number);
    const change = await this.#changedInPlace();
    if (change !== null) return end({ kind: 'failed', failure: change });
    this.#hash?.mayReadTo(offset + length);
    this.#live.partsInFlight.add(number);
    const outcome = await sendPart(
      this.#transfer,
      {
        sourceFile: this.#sourceFile,
        file: this.#file,
        path: this.#shown,
        number,
        offset,
        length,
        wanted: {
          md5: this.#wantsMd5(number),
          sha1: this.#transfer.upload.request.sha1 && this.#plan.partCount === 1,
        },
      },
      this.#live,
      this.#signal,
    );
    this.#live.partsInFlight.delete(number);
    if (outcome.kind === 'stopped' || outcome.kind === 'upload-stops') return end(outcome);
    if (outcome.kind === 'failed') return end(endingOf(outcome.failure));
    if (this.#plan.partCount === 1) {
      this.#inlineSha1 = outcome.digests.sha1 ?? null;
      this.#md5 = outcome.digests.md5 ?? null;
    }
  }

  #wantsMd5(number: number): boolean {
    const { partCheck, sha1 } = this.#transfer.upload.request;
    if (partCheck === 'auto') return number === 1 || !sha1;
    return partCheck === 'always';
  }

  #startHash(): void {
    const { request } = this.#transfer.upload;
    const sourceFile = this.#sourceFile;
    const hashedInline = this.#plan.partCount === 1 && this.#acknowledged.size === 0;
    if (!request.sha1 || hashedInline || sourceFile.sha1 !== null) return;
    const { hashedBytes, hashState } = sourceFile;
    this.#hash = new FileHash({
      fd: this.#file.fd,
      path: this.#shown,
      sizeBytes: this.#plan.sizeBytes,
      from: hashState === null ? null : { hashedBytes, state: hashState },
      onSaved: (bytes, state) => {
        this.#transfer.commits
          .write(() => this.#transfer.sourceFiles.checkpoint(sourceFile.id, bytes, state))
          .catch(() => undefined); // a checkpoint is a convenience; a full disk shows at the next part
      },
    });
    for (const part of this.#acknowledged.values()) {
      const { offset, length } = partRange(this.#plan, part.number);
      this.#hash.mayReadTo(offset + length);
    }
  }

  async #wholeSha1(): Promise<Result<string | null>> {
    if (this.#hash === null) return success(this.#inlineSha1);
    this.#live.activity = 'hashing';
    const stop = new Promise<Result<string>>((resolve) => {
      const stopped = (): void => resolve(failure('stopped', 'Stopped while hashing.'));
      if (this.#signal.aborted) stopped();
      else this.#signal.addEventListener('abort', stopped, { once: true });
    });
    return Promise.race([this.#hash.sha1, stop]);
  }

  /** The name must still lead to the same file: it may have been replaced under it. */
  async #changed(): Promise<Failure | null> {
    try {
      return (
        (await this.#changedInPlace()) ??
        this.#changeOf(await stat(this.#path, { bigint: true }), this.#transfer.freshInventory)
      );
    } catch (error) {
      return openFailure(error, this.#shown);
    }
  }

  /** A share that went away refuses even this (ESTALE, EIO): the file's failure, not a bug. */
  async #changedInPlace(): Promise<Failure | null> {
    try {
      return this.#changeOf(await this.#file.stat({ bigint: true }));
    } catch (error) {
      return openFailure(error, this.#shown);
    }
  }

  #changeOf(stats: BigIntStats, sameRun = false): Failure | null {
    const change = changeOf(this.#item, fileIdentity(stats), sameRun);
    return change === null ? null : changedFailure(this.#shown, change);
  }
}
