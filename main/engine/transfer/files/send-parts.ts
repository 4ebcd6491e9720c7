import { partRange } from '../rates/part-plan.ts';
import { type Ending, endingOf } from '../source-files/outcome.ts';
import type { Replacement } from '../source-files/send-and-complete.ts';
import { type PartOutcome, sendPart } from '../source-files/send-part.ts';
import { acquirePartSlot } from '../source-files/sending-hours.ts';
import type { FileTransfer } from './file-transfer.ts';

/** Sends the parts, as many at a time as the upload allows. Returns null when all are acknowledged. */
export async function sendParts(
  file: FileTransfer,
  numbers: readonly number[],
): Promise<Ending | Replacement | null> {
  const { partSlots, finish } = file.context;
  const stop = AbortSignal.any([file.signal, finish]);
  let ending: Ending | Replacement | null = null;
  const end = (outcome: Ending | Replacement): void => {
    ending ??= outcome;
    // The other parts may be under way.
    if (outcome.kind !== 'stopped') file.abort();
  };
  // A refusal of the store, or a bug. Kept here, because a part leaves the set when it ends.
  const errors: unknown[] = [];
  const fail = (error: unknown): void => {
    errors.push(error);
    file.abort();
  };
  const inFlight = new Set<Promise<void>>();
  for (const number of numbers) {
    const isHashed = await file.hashes.keepUp(number, stop).catch(fail);
    if (isHashed?.ok === false) end(endingOf(isHashed.failure));
    if (isHashed?.ok !== true) break;
    if (!(await acquirePartSlot(file.context, partRange(file.plan, number).length, stop))) {
      end({ kind: 'stopped' });
      break;
    }
    const part = sendFilePart(file, number)
      .then((outcome) => {
        if (outcome.kind !== 'acknowledged')
          end(outcome.kind === 'too-large' ? { kind: 'replace' } : outcome);
      })
      .catch(fail)
      .finally(() => {
        partSlots.release(partRange(file.plan, number).length);
        inFlight.delete(part);
      });
    inFlight.add(part);
  }
  await Promise.all(inFlight);
  if (errors.length > 0) throw errors[0];
  return ending;
}

async function sendFilePart(file: FileTransfer, number: number): Promise<PartOutcome> {
  const version = await file.source.versionInPlace();
  if (!version.ok) return endingOf(version.failure);
  file.hashes.mayRead(number);
  return sendPart(file.part(number));
}
