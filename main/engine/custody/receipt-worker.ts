/**
 * Reads an upload twice, for the log and for the receipt, and both times as it was when this began: what is sent
 * meanwhile is another receipt's.
 */
import { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { createEventRepository } from '../store/event-repository.ts';
import { openReadOnly } from '../store/open.ts';
import { createUploadRepository } from '../store/upload-repository.ts';
import { receiptIssued } from './receipt.ts';
import { writeReceiptCsv } from './receipt-csv.ts';
import { writeReceiptJson } from './receipt-json.ts';
import type { FromReceiptWorker, ReceiptJob, ToReceiptWorker } from './receipt-protocol.ts';
import { createReceiptSource } from './receipt-rows.ts';

const port = parentPort;
if (port === null) throw new Error('receipt-worker.ts runs in a worker thread');
const { stateDir, uploadId, format } = workerData as ReceiptJob;

const asked = (): Promise<ToReceiptWorker> => new Promise((resolve) => port.once('message', resolve));
const tell = (message: FromReceiptWorker): void => port.postMessage(message);

/** A thousand rows and more travel together. */
const paper = new Writable({
  highWaterMark: 1_048_576,
  writev: (chunks, done) => {
    tell({ kind: 'text', bytes: Buffer.concat(chunks.map(({ chunk }) => chunk)) });
    asked().then(() => done(), done);
  },
});

const snapshot = reading();
snapshot.exec('BEGIN');
const upload = createUploadRepository(snapshot).get(uploadId);
if (upload === null) throw new Error(`Upload ${uploadId} is gone`);
const source = createReceiptSource(snapshot, upload);
tell({ kind: 'account', account: receiptIssued(source) });
const logged = await asked();
if (logged.kind !== 'logged') throw new Error('The receipt was asked for before the log said so');
// The log has grown since, at least by the event that tells of this receipt.
const log = createEventRepository(reading());
const whole = { ...source, events: () => log.all(uploadId, logged.seq) };
const written = await (format === 'json' ? writeReceiptJson(whole, paper) : writeReceiptCsv(whole, paper));
tell({ kind: 'end', failure: written.ok ? null : written.failure });

function reading(): Database {
  const opened = openReadOnly(stateDir);
  if (!opened.ok) throw new Error(opened.failure.message);
  if (opened.value === null) throw new Error(`There is no store in ${stateDir}`);
  return opened.value;
}
