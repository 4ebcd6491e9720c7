import type { ProfileChange, StoreProblem } from '../../../preload/contract/texts/verify-text.ts';
import {
  itemLine,
  type ReceiptContent,
  type ReceiptSource,
  receiptTotals,
  receiptUpload,
  sourceFileLine,
} from './receipt.ts';
import { createReceiptContentCheck } from './receipt-content-check.ts';

export interface SourceContent {
  readonly content: ReceiptContent;
  /** Where the store doesn't say what its log says, or its totals aren't those of its items. The receipt is written all the same, and isn't intact. */
  readonly problems: readonly StoreProblem[];
  readonly profileChange: ProfileChange | null;
}

/** Reads what a receipt will have, once, before its log has the entry about it. */
export function readSource(source: ReceiptSource): SourceContent {
  const totals = receiptTotals.parse(source.totals());
  const upload = receiptUpload.parse(source.upload);
  const check = createReceiptContentCheck(totals.received.items, source.asOf);
  for (const event of source.events()) check.addEvent(event);
  for (const item of source.items()) check.addItem(item, itemLine(item));
  for (const file of source.sourceFiles()) check.addSourceFile(file, sourceFileLine(file));
  return {
    content: check.content(upload, totals),
    problems: check.problems(upload, totals),
    profileChange: check.profileChange(),
  };
}
