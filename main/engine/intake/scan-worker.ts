import { parentPort, workerData } from 'node:worker_threads';
import { transferList } from './scan-batch.ts';
import {
  cellOf,
  type FromScanThread,
  idleCell,
  maxBatchesInFlight,
  type ScanThreadData,
} from './scan-protocol.ts';
import { type FolderBundle, FolderWalk } from './scan-walk.ts';

const port = parentPort;
if (port === null) throw new Error('scan-worker.ts runs in a worker thread');
const data: ScanThreadData = workerData;
const inFlightCell = cellOf(data.index, 'inFlight');
const rootIndexCell = cellOf(data.index, 'rootIndex');
const callsCell = cellOf(data.index, 'calls');

function post(message: FromScanThread, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

const walk = new FolderWalk(data, {
  atRoot(rootIndex) {
    Atomics.store(data.shared, rootIndexCell, rootIndex);
    Atomics.add(data.shared, callsCell, 1);
  },
  post(batch) {
    for (;;) {
      const inFlight = Atomics.load(data.shared, inFlightCell);
      if (inFlight < maxBatchesInFlight) break;
      Atomics.wait(data.shared, inFlightCell, inFlight);
    }
    Atomics.add(data.shared, inFlightCell, 1);
    post({ kind: 'batch', batch }, transferList(batch));
  },
  isWorkWanted: () => Atomics.load(data.shared, idleCell) > 0,
  share(bundles) {
    Atomics.sub(data.shared, idleCell, 1);
    post({ kind: 'share', bundles });
  },
});

port.on('message', (bundles: readonly FolderBundle[]) => {
  walk.run(bundles);
  post({ kind: 'done' });
});
