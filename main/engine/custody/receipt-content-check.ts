import type { ChainProblem, StoreProblem } from '../../../preload/contract/texts/verify-text.ts';
import { type ChainedEvent, createChainChecker } from '../types/hash-chain.ts';
import { createLinesDigest } from './lines-digest.ts';
import { createLogAgreement } from './log-agreement.ts';
import {
  compareTotals,
  createTotalsCounter,
  type ReceiptContent,
  type ReceiptItem,
  type ReceiptSourceFile,
  type ReceiptTotals,
  type ReceiptUpload,
  uploadDigest,
} from './receipt.ts';
import { createRunProfiles } from './run-profiles.ts';

/**
 * What a receipt's content has to agree in, before it is written and when it is read. A reader also checks its form and its seal:
 * the digests, the end of the log, the signature, and the time stamp (receipt-reader.ts).
 *
 * `received`: how many items the receipt has. `asOf`: the event up to which they are as the log says.
 */
export function createReceiptContentCheck(received: number, asOf: number) {
  const agreement = createLogAgreement(received, asOf);
  const chain = createChainChecker();
  const counted = createTotalsCounter();
  const [items, files] = [createLinesDigest(), createLinesDigest()];
  const profiles = createRunProfiles();
  let broken: ChainProblem | null = null;
  return {
    addEvent(event: ChainedEvent): void {
      // After the first break every later event differs too: one problem is enough.
      broken ??= chain.next(event);
      agreement.addEvent(event);
      profiles.add(event);
    },
    addItem(item: ReceiptItem, line: string): void {
      items.add(line);
      counted.add(item);
      agreement.addItem(item);
    },
    addSourceFile(file: ReceiptSourceFile, line: string): void {
      files.add(line);
      agreement.addSourceFile(file);
    },
    /** The hash of the last event, or null where the chain is broken. */
    head: (): string | null => (broken === null ? chain.head() : null),
    profileChange: profiles.change,
    coverage: agreement.coverage,
    content: (upload: ReceiptUpload, totals: ReceiptTotals): ReceiptContent => ({
      itemsSha256: items.hex(),
      sourceFilesSha256: files.hex(),
      uploadSha256: uploadDigest(upload),
      totals,
      asOf,
    }),
    /** `stated`: what the receipt itself says otherwise. */
    problems: <Stated = never>(
      upload: ReceiptUpload,
      totals: ReceiptTotals,
      stated: readonly Stated[] = [],
    ): readonly (StoreProblem | Stated)[] => [
      ...(broken === null ? [] : [broken]),
      ...stated,
      ...compareTotals(totals, counted.totals()),
      ...agreement.problems(upload),
    ],
  };
}
