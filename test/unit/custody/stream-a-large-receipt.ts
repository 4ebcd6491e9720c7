/** Run by verify.test.ts in a process with a small heap: writes and checks a receipt that would not fit into it. */
import { createWriteStream } from 'node:fs';
import { type ChainedEvent, nextEvent } from '../../../main/engine/custody/chain.ts';
import { type ReceiptSource, receiptIssued } from '../../../main/engine/custody/receipt.ts';
import { writeReceiptCsv } from '../../../main/engine/custody/receipt-csv.ts';
import { writeReceiptJson } from '../../../main/engine/custody/receipt-json.ts';
import { verifyReceipt } from '../../../main/engine/custody/verify.ts';
import { item, upload } from './example.ts';

// Long names: 100,000 of these items take more than the 64 MiB that the test allows.
const [path = '', countText = ''] = process.argv.slice(2);
const count = Number(countText);

function* items() {
  for (let id = 1; id <= count; id += 1)
    yield item(id, { path: `Ng, Ana/${String(id).padStart(480, '0')}`, sizeBytes: 1 });
}
function* events(): Iterable<ChainedEvent> {
  let previous: ChainedEvent | null = null;
  for (let id = 1; id <= count; id += 10) {
    previous = nextEvent(previous, '2024-05-02T08:02:00.000Z', 'item-settled', { item: id });
    yield previous;
  }
  yield nextEvent(previous, '2024-05-02T08:11:00.000Z', 'receipt-issued', issued);
}
const none = { items: 0, bytes: 0 };
const all = { items: count, bytes: count };
const source: ReceiptSource = {
  upload,
  totals: () => ({ received: all, accepted: all, skipped: none, failed: none, held: none, pending: none }),
  items,
  sourceFiles: () => [],
  events,
};
const issued = receiptIssued(source);
const written = await writeReceiptJson(source, createWriteStream(path));
const table = await writeReceiptCsv(source, createWriteStream(`${path}.csv`));
const verified = await verifyReceipt(path);
console.log(
  JSON.stringify({
    written: written.ok && table.ok,
    intact: verified.ok && verified.value.intact,
    items: verified.ok ? verified.value.items : 0,
    residentKiB: process.resourceUsage().maxRSS,
  }),
);
