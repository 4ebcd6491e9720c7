/**
 * Reads an upload twice, for the log and for the receipt, both times as it was when this started. Later changes belong to
 * another receipt.
 */
import { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { failureText } from '../../../preload/contract/failure-text.ts';
import { createEventRepository } from '../store/event-repository.ts';
import { openReadOnly } from '../store/open.ts';
import { createUploadRepository } from '../store/upload-repository.ts';
import { readSource } from './read-source.ts';
import { writeReceiptCsv } from './receipt-csv.ts';
import { writeReceiptJson } from './receipt-json.ts';
import type { FromReceiptWorker, ReceiptJob, ToReceiptWorker } from './receipt-protocol.ts';
import { createReceiptSource } from './receipt-rows.ts';

/** The columns of an upload that its receipt states. */
const statedColumns: readonly string[] = ['created_at', 'finished_at', 'request'];

const port = parentPort;
if (port === null) throw new Error('receipt-worker.ts runs in a worker thread');
const { stateDir, uploadId, format } = workerData as ReceiptJob;

const nextMessage = (): Promise<ToReceiptWorker> => new Promise((resolve) => port.once('message', resolve));
const send = (message: FromReceiptWorker): void => port.postMessage(message);

/** Collects a thousand rows or more per message. */
const output = new Writable({
  highWaterMark: 1_048_576,
  writev: (chunks, done) => {
    send({ kind: 'text', bytes: Buffer.concat(chunks.map(({ chunk }) => chunk)) });
    nextMessage().then(() => done(), done);
  },
});

const snapshot = openStoreForReading();
snapshot.exec('BEGIN');
const uploads = createUploadRepository(snapshot);
const upload = uploads.getAny(uploadId);
if (upload === null) throw new Error(`Upload ${uploadId} is gone`);
const source = createReceiptSource(snapshot, upload);
const read = readSource(source);
// What stands in their place is false. A log of an earlier version doesn't say so.
const damaged = uploads.damaged(uploadId).find(({ column }) => statedColumns.includes(column));
if (damaged !== undefined && read.problems.length === 0) {
  snapshot.close();
  send({ kind: 'end', failure: damaged });
} else {
  send({ kind: 'content', ...read });
  await write();
}

async function write(): Promise<void> {
  const logged = await nextMessage();
  if (logged.kind !== 'logged') throw new Error('The receipt was requested before it was logged');
  // The log has grown since, by at least the event of this receipt.
  const logStore = openStoreForReading();
  const log = createEventRepository(logStore);
  const whole = { ...source, events: () => log.all(uploadId, logged.seq) };
  const written = await (format === 'json'
    ? writeReceiptJson(whole, output, logged.seal)
    : writeReceiptCsv(whole, output, {
        head: logged.head,
        signingKey: logged.seal.signature?.statement.keyFingerprint ?? null,
      }));
  // The thread may be terminated from now on, and better-sqlite3 may end the process where a store is open then.
  if (written.ok) for (const store of [snapshot, logStore]) store.close();
  send({ kind: 'end', failure: written.ok ? null : written.failure });
}

function openStoreForReading(): Database {
  const opened = openReadOnly(stateDir);
  if (!opened.ok) throw new Error(failureText(opened.failure));
  if (opened.value === null) throw new Error(`There is no store in ${stateDir}`);
  return opened.value;
}
