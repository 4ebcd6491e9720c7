/**
 * The log gets the inventory before anything of it is sent: a digest over what is known of every file, and what was decided
 * about those that aren't sent. A receipt is compared with it, so that a store that was edited later doesn't verify.
 */
import { setImmediate } from 'node:timers/promises';
import { createLinesDigest } from '../../custody/lines-digest.ts';
import { findingsLine, receiptFindings } from '../../custody/receipt-findings.ts';
import { receiptUploadOf } from '../../custody/receipt-rows.ts';
import { inventoryLine, listedItem } from '../../store/items/listed-item.ts';
import type { ListedRow } from '../../store/items/listing-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { UploadId } from '../../types/ids.ts';
import { loggedOutcome, OutcomeChanges } from '../../types/outcome-changes.ts';

/** Some 10 ms of work, then others have their turn. */
const rowsPerTurn = 1_000;
/** Per event. What a kill interrupts continues after the last one. */
const turnsPerEvent = 10;

/** Records the items that the log doesn't have yet. False after `signal`. */
export async function recordInventory(
  writes: WriteBatcher,
  repositories: Repositories,
  id: UploadId,
  signal: AbortSignal,
): Promise<boolean> {
  const { listings, inspections } = repositories;
  const before = listings.loggedTo(id);
  let page = listings.page(id, before, rowsPerTurn);
  if (page.length === 0)
    return !inspections.isChanging(id) || recordFindings(writes, repositories, id, signal);
  while (page.length > 0) {
    const chunk = createChunk();
    for (let turn = 0; turn < turnsPerEvent && page.length > 0; turn += 1) {
      for (const row of page) chunk.add(row);
      await setImmediate();
      if (signal.aborted) return false;
      const last = page.at(-1)?.item.id ?? 0;
      page = page.length < rowsPerTurn ? [] : listings.page(id, last, rowsPerTurn);
    }
    writes.transaction(() => {
      if (listings.loggedTo(id) === 0) recordUpload(repositories, id);
      chunk.record(repositories, id);
    });
  }
  return recordFindings(writes, repositories, id, signal);
}

/** With the first part of the inventory: a kill may come before the next. */
function recordUpload({ uploads, events }: Repositories, id: UploadId): void {
  const upload = uploads.get(id);
  if (upload === null) throw new Error(`Upload ${id} is gone`);
  const { state: _, finished: __, ...facts } = receiptUploadOf(upload);
  events.append(id, new Date().toISOString(), 'upload-recorded', { upload: facts });
}

/** What pre-flight found, after it changed. The last record counts. False after `signal`. */
export async function recordFindings(
  writes: WriteBatcher,
  { findings, inspections, listings, events }: Repositories,
  id: UploadId,
  signal: AbortSignal,
): Promise<boolean> {
  const last = listings.loggedTo(id);
  if (last === 0) return true;
  const digest = createLinesDigest();
  let items = 0;
  for (let from = findings.firstItem(id); from !== null && from <= last; ) {
    for (const [item, found] of receiptFindings(findings, id, from, Math.min(last, from + rowsPerTurn - 1))) {
      digest.add(findingsLine(item, found));
      items += 1;
    }
    await setImmediate();
    if (signal.aborted) return false;
    from += rowsPerTurn;
  }
  writes.transaction(() => {
    events.append(id, new Date().toISOString(), 'findings-recorded', { items, sha256: digest.hex() });
    inspections.setChanging(id, false);
  });
  return true;
}

/** Consecutive items, for one event. */
function createChunk() {
  const digest = createLinesDigest();
  let [items, first, last] = [0, 0, 0];
  return {
    add({ item, scanned }: ListedRow): void {
      digest.add(inventoryLine({ ...listedItem(item), ...scanned }));
      if (items === 0) first = item.id;
      last = item.id;
      items += 1;
    },
    record({ events, listings }: Repositories, id: UploadId): void {
      const changes = new OutcomeChanges();
      // Read now: a person may have decided about some since they were added.
      for (const item of listings.ended(id, first, last))
        changes.add(item.id, loggedOutcome(item.state, item.reason));
      listings.setLoggedTo(id, last);
      events.append(id, new Date().toISOString(), 'inventory-recorded', {
        firstItem: first,
        lastItem: last,
        items,
        sha256: digest.hex(),
        ...changes.data(),
      });
    },
  };
}
