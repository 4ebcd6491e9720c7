import { type Failure, type Result, success } from '../../../preload/contract/failure.ts';
import { displayPath, type Item } from '../store/item-repository.ts';
import type { AcknowledgedPart, SourceFile } from '../store/source-file-repository.ts';
import { completeFile, endingOf } from './complete-file.ts';
import type { TransferContext } from './context.ts';
import { type CreatedSourceFile, createSourceFile } from './create-source-file.ts';
import { FileSha1 } from './file-sha1.ts';
import { type PartPlan, partRange, planParts } from './part-plan.ts';
import type { LiveItem } from './progress.ts';
import { sendPart } from './send-part.ts';
import { changedFailure, openSource, type SourceHandle } from './source-handle.ts';
import { SentPartsCheck } from './verify-sent-parts.ts';

export type SendOutcome =
  | {
      readonly kind: 'accepted';
      readonly sourceFile: CreatedSourceFile;
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
export async function sendFile(transfer: TransferContext, item: Item): Promise<SendOutcome> {
  const opened = await openSource(item, transfer.upload.request, transfer.scannedHere);
  const before = transfer.sourceFiles.current(item.id);
  if (!opened.ok)
    return (await completedBefore(transfer, item, before)) ?? { kind: 'failed', failure: opened.failure };
  await using source = opened.value;
  const planned = planOf(item, before, transfer);
  if (!planned.ok) return { kind: 'failed', failure: planned.failure };
  const created = await createSourceFile(transfer, item, before, planned.value);
  if (created.kind !== 'created') return created;
  const sending = new FileSending(transfer, item, source, planned.value, created.sourceFile);
  return await sending.run(); // before the file is closed
}

/** A completion that was asked for may have been carried out, whatever became of the file since. Null: it was not. */
async function completedBefore(
  transfer: TransferContext,
  item: Item,
  before: SourceFile | null,
): Promise<SendOutcome | null> {
  if (before === null || before.platformId === null || before.completionRequestedAt === null) return null;
  // A part that was to be sent again was not: asked now, a file with a hole in it might be put together.
  if (transfer.sourceFiles.parts(before.id).length !== before.partCount) return null;
  return completeFile(transfer, {
    sourceFile: { ...before, platformId: before.platformId },
    shown: displayPath(item),
    sha1: before.sha1,
    md5: before.md5,
    signal: transfer.signal,
    repair: null,
  });
}

function planOf(item: Item, before: SourceFile | null, transfer: TransferContext): Result<PartPlan> {
  const plan = planParts(item.sizeBytes, transfer.platform.profile.limits);
  if (!plan.ok) return { ok: false, failure: { ...plan.failure, path: displayPath(item) } };
  if (before === null) return plan;
  // Parts that were sent keep their borders, whatever the profile says now.
  return success({
    sizeBytes: item.sizeBytes,
    partSizeBytes: before.partSizeBytes,
    partCount: before.partCount,
  });
}

class FileSending {
  readonly #transfer: TransferContext;
  readonly #shown: string;
  readonly #source: SourceHandle;
  readonly #plan: PartPlan;
  readonly #sourceFile: CreatedSourceFile;
  readonly #live: LiveItem;
  readonly #acknowledged: Map<number, AcknowledgedPart>;
  readonly #firstToSend: number;
  /** Ends the file's other parts when one of them failed. */
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  /** Ends before the file is closed. */
  #comparing: Promise<unknown> | null = null;
  readonly #sha1: FileSha1;
  #md5: string | null;

  constructor(
    transfer: TransferContext,
    item: Item,
    source: SourceHandle,
    plan: PartPlan,
    sourceFile: CreatedSourceFile,
  ) {
    this.#transfer = transfer;
    this.#shown = displayPath(item);
    this.#source = source;
    this.#plan = plan;
    this.#sourceFile = sourceFile;
    this.#signal = AbortSignal.any([transfer.signal, this.#ended.signal]);
    this.#acknowledged = new Map(
      transfer.sourceFiles.parts(sourceFile.id).map((part) => [part.number, part]),
    );
    this.#firstToSend = this.#missing()[0] ?? 1;
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
    // A thread that runs from here on: `run` ends it.
    this.#sha1 = new FileSha1(transfer, {
      sourceFile,
      source,
      path: this.#shown,
      plan,
      acknowledged: this.#acknowledged,
    });
  }

  async run(): Promise<SendOutcome> {
    this.#transfer.live.begin(this.#live);
    try {
      return await this.#send();
    } finally {
      this.#ended.abort();
      await this.#comparing;
      await this.#sha1.stop();
      this.#transfer.live.end(this.#live);
    }
  }

  async #send(): Promise<SendOutcome> {
    const sourceFile = this.#sourceFile;
    const before = this.#sentBefore();
    const sent = await this.#sendParts(this.#missing());
    const another = (): SendOutcome | null =>
      before?.parts.areOfAnotherFile === true ? this.#anotherFile() : null;
    if (sent !== null) return another() ?? sent;
    if (before !== null) {
      const compared = await before.compared;
      const ended = another();
      if (ended !== null) return ended;
      if (!compared.ok) return endingOf(compared.failure);
      const again = await this.#sendParts(compared.value);
      if (again !== null) return again;
    }
    if (this.#sha1.isRunning) this.#live.activity = 'hashing';
    const sha1 = await this.#sha1.value(this.#signal);
    if (!sha1.ok) return endingOf(sha1.failure);
    const changed = await this.#source.changed();
    if (changed !== null) return { kind: 'failed', failure: changed };
    this.#live.activity = 'completing';
    return completeFile(this.#transfer, {
      sourceFile,
      shown: this.#shown,
      sha1: sha1.value,
      md5: this.#md5,
      signal: this.#signal,
      repair: {
        file: this.#source.file,
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

  /** What an earlier run sent is compared with the platform's list and with the disk while the rest is on its way. */
  #sentBefore(): {
    readonly parts: SentPartsCheck;
    readonly compared: Promise<Result<readonly number[]>>;
  } | null {
    if (this.#acknowledged.size === 0 || this.#sourceFile.completionRequestedAt !== null) return null;
    const parts = new SentPartsCheck(this.#transfer, this.#sourceFile, this.#source.file, this.#plan);
    const compare = async (): Promise<Result<readonly number[]>> => {
      const compared = await parts.compare(this.#shown, this.#signal);
      if (compared.ok) this.#forget(compared.value);
      if (parts.areOfAnotherFile) this.#ended.abort();
      return compared;
    };
    const compared = compare();
    this.#comparing = compared.catch(() => undefined);
    return { parts, compared };
  }

  #anotherFile(): SendOutcome {
    const change = 'it holds other bytes than those that were sent before, in the same size and time';
    return { kind: 'failed', failure: changedFailure(this.#shown, change) };
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
      if (!(await this.#transfer.partSlots.acquire(this.#signal))) {
        end({ kind: 'stopped' });
        break;
      }
      const part = this.#sendOne(number, end)
        .catch((error: unknown) => {
          thrown.push(error);
          this.#ended.abort();
        })
        .finally(() => {
          this.#transfer.partSlots.release();
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
    const change = await this.#source.changedInPlace();
    if (change !== null) return end({ kind: 'failed', failure: change });
    this.#sha1.mayRead(number);
    this.#live.partsInFlight.add(number);
    const outcome = await sendPart(
      this.#transfer,
      {
        sourceFile: this.#sourceFile,
        file: this.#source.file,
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
    if (outcome.kind !== 'acknowledged') return end(outcome);
    if (this.#plan.partCount === 1) {
      this.#sha1.ofOnlyPart = outcome.digests.sha1 ?? null;
      this.#md5 = outcome.digests.md5 ?? null;
    }
  }

  #wantsMd5(number: number): boolean {
    const { partCheck, sha1 } = this.#transfer.upload.request;
    // One part in each run tells whether the host's ETags are MD5s.
    if (partCheck === 'auto') return number === this.#firstToSend || !sha1;
    return partCheck === 'always';
  }
}
