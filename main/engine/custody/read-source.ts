import type { StoreProblem } from '../../../preload/contract/texts/verify-text.ts';
import { createChainChecker } from '../types/hash-chain.ts';
import { createLinesDigest } from './lines-digest.ts';
import { createLogAgreement } from './log-agreement.ts';
import {
  compareTotals,
  createTotalsCounter,
  itemLine,
  type ReceiptContent,
  type ReceiptSource,
  receiptTotals,
  receiptUpload,
  sourceFileLine,
  uploadDigest,
} from './receipt.ts';

export interface SourceContent {
  readonly content: ReceiptContent;
  /** Where the store doesn't say what its log says, or its totals aren't those of its items. The receipt is written all the same, and isn't intact. */
  readonly problems: readonly StoreProblem[];
}

/** Reads what a receipt will have, once, before its log has the entry about it. */
export function readSource(source: ReceiptSource): SourceContent {
  const totals = receiptTotals.parse(source.totals());
  const upload = receiptUpload.parse(source.upload);
  const agreement = createLogAgreement(totals.received.items, source.asOf);
  const chain = createChainChecker();
  // After the first break every later event differs too: one problem is enough.
  let broken: StoreProblem | null = null;
  for (const event of source.events()) {
    broken ??= chain.next(event);
    agreement.addEvent(event);
  }
  const items = createLinesDigest();
  const counted = createTotalsCounter();
  for (const item of source.items()) {
    items.add(itemLine(item));
    agreement.addItem(item);
    counted.add(item);
  }
  const files = createLinesDigest();
  for (const file of source.sourceFiles()) {
    files.add(sourceFileLine(file));
    agreement.addSourceFile(file);
  }
  const content: ReceiptContent = {
    itemsSha256: items.hex(),
    sourceFilesSha256: files.hex(),
    uploadSha256: uploadDigest(upload),
    totals,
    asOf: source.asOf,
  };
  const problems = [...agreement.problems(upload), ...compareTotals(totals, counted.totals())];
  return { content, problems: broken === null ? problems : [broken, ...problems] };
}
