/** A small upload as the engine's store would tell it, for the receipt's tests. */
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { type ChainedEvent, nextEvent } from '../../../main/engine/custody/chain.ts';
import {
  counter,
  type ReceiptItem,
  type ReceiptSource,
  type ReceiptSourceFile,
  type ReceiptUpload,
  receiptIssued,
} from '../../../main/engine/custody/receipt.ts';
import { writeReceiptJson } from '../../../main/engine/custody/receipt-json.ts';

export const sha1 = (content: string | Uint8Array): string =>
  createHash('sha1').update(content).digest('hex');

export const upload: ReceiptUpload = {
  id: '0d4e8f0c-6a1b-4b57-9f0a-2a52d1a3c0de',
  created: '2024-05-02T08:00:00.000Z',
  finished: '2024-05-02T08:10:00.000Z',
  state: 'finished',
  serverUrl: 'https://review.example.com',
  databaseId: 12,
  databaseName: 'Ostrel v. Larkmoor',
  datasetId: 31,
  datasetName: 'First collection',
  settings: { timezone: 'Europe/Oslo', partialProjects: [] },
  who: 'paralegal',
  machine: { hostName: 'intake-3', platform: 'linux' },
  version: '0.1.0',
  apiKeyId: 'k7',
  sources: ['/media/disk1'],
  options: { sha1: true, custodianRule: { kind: 'folder', level: 1 } },
};

export function item(id: number, changes: Partial<ReceiptItem> = {}): ReceiptItem {
  return {
    id,
    root: '/media/disk1',
    path: `Ng, Ana/${id}.txt`,
    pathBytesHex: null,
    sizeBytes: id * 7,
    modified: '2024-03-02T02:41:07.123456789Z',
    custodian: 'Ng, Ana',
    custodianFrom: 'folder 1',
    outcome: 'accepted',
    reason: null,
    sha1: sha1(String(id)),
    md5: null,
    sourceFileId: 1000 + id,
    partCount: 1,
    startedAt: '2024-05-02T08:01:00.000Z',
    finishedAt: '2024-05-02T08:02:00.000Z',
    link: null,
    ...changes,
  };
}

export const sourceFileOf = (of: ReceiptItem): ReceiptSourceFile => ({
  id: of.sourceFileId ?? 0,
  kind: 'item',
  filename: of.path,
  sizeBytes: of.sizeBytes,
  partCount: of.partCount,
  sha1: of.sha1,
  custodian: of.custodian,
  created: '2024-05-02T08:01:00.000Z',
  completed: '2024-05-02T08:02:00.000Z',
  state: 'PROCESSING',
});

/** Issued, as the engine does before it writes. */
export function sourceOf(items: readonly ReceiptItem[], changes: Partial<ReceiptUpload> = {}): ReceiptSource {
  const sums = counter();
  for (const each of items) sums.add(each);
  const events: ChainedEvent[] = [];
  const source: ReceiptSource = {
    upload: { ...upload, ...changes },
    totals: () => sums.totals(),
    items: () => items,
    sourceFiles: () => items.filter((each) => each.outcome === 'accepted').map(sourceFileOf),
    events: () => events,
  };
  const log = (at: string, type: string, data: ChainedEvent['data']): void => {
    events.push(nextEvent(events.at(-1) ?? null, at, type, data));
  };
  log('2024-05-02T08:00:00.000Z', 'upload-created', { who: 'paralegal' });
  for (const each of items)
    log('2024-05-02T08:02:00.000Z', 'item-settled', { item: each.id, outcome: each.outcome });
  log('2024-05-02T08:11:00.000Z', 'receipt-issued', receiptIssued(source));
  return source;
}

export function textSink(): { readonly writable: Writable; readonly text: () => string } {
  const chunks: Buffer[] = [];
  return {
    writable: new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(Buffer.from(chunk));
        done();
      },
    }),
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}

export async function jsonOf(source: ReceiptSource): Promise<string> {
  const sink = textSink();
  const written = await writeReceiptJson(source, sink.writable);
  if (!written.ok) throw new Error(written.failure.message);
  return sink.text();
}
