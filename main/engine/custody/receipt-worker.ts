/**
 * Reads an upload twice, for the log and for the receipt, both times as it was when this started. Later changes belong to
 * another receipt.
 */
import { on } from 'node:events';
import { Writable } from 'node:stream';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { openReadOnly } from '../store/open.ts';
import { createEventRepository } from '../store/receipts/event-repository.ts';
import { createUploadRepository } from '../store/uploads/upload-repository.ts';
import { closeMessage } from '../threads/thread.ts';
import { readSource } from './read-source.ts';
import { writeReceiptCsv } from './receipt-csv.ts';
import { writeReceiptJson } from './receipt-json.ts';
import type { FromReceiptWorker, ReceiptJob, ToReceiptWorker } from './receipt-protocol.ts';
import { createReceiptSource } from './receipt-rows.ts';

const port = parentPort;
if (port === null) throw new Error('receipt-worker.ts runs in a worker thread');
const { stateDir, uploadId, format } = workerData as ReceiptJob;

class Closed extends Error {}

const messages = on(port, 'message');
async function nextMessage(): Promise<ToReceiptWorker> {
  const { value } = await messages.next();
  const message: ToReceiptWorker | typeof closeMessage = value?.[0];
  if (message === closeMessage) throw new Closed();
  return message;
}

/** While the upload is read for its log, nothing but `closeMessage` is sent to this thread. */
const unlessClosed = <Row>(read: () => Iterable<Row>) =>
  function* rows(): Generator<Row> {
    for (const row of read()) {
      if (receiveMessageOnPort(port) !== undefined) throw new Closed();
      yield row;
    }
  };

const send = (message: FromReceiptWorker): void => port.postMessage(message);

/** Collects a thousand rows or more per message. */
const output = new Writable({
  highWaterMark: 1_048_576,
  writev: (chunks, done) => {
    send({ kind: 'text', bytes: Buffer.concat(chunks.map(({ chunk }) => chunk)) });
    nextMessage().then(() => done(), done);
  },
});

const stores: Database[] = [];
try {
  await issue();
} catch (error) {
  if (!(error instanceof Closed)) throw error;
} finally {
  for (const store of stores) store.close();
  port.close();
}

async function issue(): Promise<void> {
  const snapshot = openStoreForReading();
  snapshot.exec('BEGIN');
  const uploads = createUploadRepository(snapshot);
  const upload = uploads.getAny(uploadId);
  if (upload === null) throw new Error(`Upload ${uploadId} is gone`);
  const source = createReceiptSource(snapshot, upload);
  const read = readSource({
    ...source,
    events: unlessClosed(source.events),
    items: unlessClosed(source.items),
    sourceFiles: unlessClosed(source.sourceFiles),
  });
  // What stands in its place is false. The log of a draft doesn't say so: it has the settings once it has the inventory.
  const damaged = uploads.damaged(uploadId).find(({ column }) => column === 'request');
  if (damaged !== undefined && read.problems.length === 0) return send({ kind: 'end', failure: damaged });
  send({ kind: 'content', ...read });
  const logged = await nextMessage();
  if (logged.kind !== 'logged') throw new Error('The receipt was requested before it was logged');
  // The log has grown since, by at least the event of this receipt.
  const log = createEventRepository(openStoreForReading());
  const whole = { ...source, events: () => log.all(uploadId, logged.seq) };
  const written = await (format === 'json'
    ? writeReceiptJson(whole, output, logged.seal)
    : writeReceiptCsv(whole, output, {
        head: logged.head,
        signingKey: logged.seal.signature?.statement.keyFingerprint ?? null,
      }));
  send({ kind: 'end', failure: written.ok ? null : written.failure });
}

function openStoreForReading(): Database {
  const opened = openReadOnly(stateDir);
  if (!opened.ok) throw new Error(failureText(opened.failure));
  if (opened.value === null) throw new Error(`There is no store in ${stateDir}`);
  stores.push(opened.value);
  return opened.value;
}
