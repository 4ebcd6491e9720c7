/** What pre-flight found about each item, for the receipt. */
import type { FindingCode } from '../../../preload/contract/finding.ts';
import { findingText } from '../../../preload/contract/finding-text.ts';
import type { FindingRepository } from '../store/finding-repository.ts';
import { canonicalJson, type JsonObject, wellFormedObject } from '../types/canonical-json.ts';
import type { UploadId } from '../types/ids.ts';
import type { ReceiptFinding } from './receipt.ts';

/** The outcome and the reason of the item say the same. */
const inReason: readonly FindingCode[] = ['not-read', 'not-a-file'];

/** Of the items from one ID to another, by item, worst first. Items without findings are absent. */
export function receiptFindings(
  findings: FindingRepository,
  uploadId: UploadId,
  firstItem: number,
  lastItem: number,
): ReadonlyMap<number, readonly ReceiptFinding[]> {
  const found = new Map<number, ReceiptFinding[]>();
  for (const finding of findings.ofItems(uploadId, firstItem, lastItem)) {
    const { itemId, code, details } = finding;
    if (itemId === null || inReason.includes(code)) continue;
    const known = found.get(itemId) ?? [];
    // As it is stored.
    const stored: JsonObject = JSON.parse(JSON.stringify(details));
    known.push({
      code,
      details: wellFormedObject(stored),
      text: findingText(finding).toWellFormed(),
    });
    found.set(itemId, known);
  }
  return found;
}

/** The line of an item in the digest of the event `findings-recorded`. The texts follow from it. */
export function findingsLine(item: number, findings: readonly Omit<ReceiptFinding, 'text'>[]): string {
  return canonicalJson([item, findings.map(({ code, details }) => [code, details])]);
}
