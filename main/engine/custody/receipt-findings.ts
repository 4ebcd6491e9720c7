/** What pre-flight found about each item, for the receipt. */
import type { FindingCode } from '../../../preload/contract/views/finding.ts';
import type { FindingRepository } from '../store/items/finding-repository.ts';
import { canonicalJson, wellFormedObject } from '../types/canonical-json.ts';
import type { UploadId } from '../types/ids.ts';
import type { ReceiptFinding } from './receipt.ts';

/** The outcome and the reason of the item say the same. */
const inReason: readonly string[] = ['not-read', 'not-a-file'] satisfies readonly FindingCode[];

/** The findings of the items from one ID to another, by item, worst first. Items without findings are absent. */
export function receiptFindings(
  findings: FindingRepository,
  uploadId: UploadId,
  firstItem: number,
  lastItem: number,
): ReadonlyMap<number, readonly ReceiptFinding[]> {
  const found = new Map<number, ReceiptFinding[]>();
  for (const { itemId, code, details, text } of findings.ofItems(uploadId, firstItem, lastItem)) {
    if (itemId === null || inReason.includes(code)) continue;
    const known = found.get(itemId) ?? [];
    known.push({ code, details: wellFormedObject(details), text: text.toWellFormed() });
    found.set(itemId, known);
  }
  return found;
}

/** The line of an item in the digest of the event `findings-recorded`. The texts follow from it. */
export function findingsLine(item: number, findings: readonly Omit<ReceiptFinding, 'text'>[]): string {
  return canonicalJson([item, findings.map(({ code, details }) => [code, details])]);
}
