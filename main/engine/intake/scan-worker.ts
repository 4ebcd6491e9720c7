import { parentPort, workerData } from 'node:worker_threads';
import { transferList } from './scan-batch.ts';
import {
  type FromScanThread,
  maxBatchesInFlight,
  type ScanThreadData,
  sharedCells,
} from './scan-protocol.ts';
import { type FolderBundle, FolderWalk } from './scan-walk.ts';

const port = parentPort;
if (port === null) throw new Error('scan-worker.ts runs in a worker thread');
const data: ScanThreadData = workerData;
const inFlightCell = sharedCells.inFlight + data.index;

function post(message: FromScanThread, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

const walk = new FolderWalk(data, {
  post(batch) {
    for (;;) {
      const inFlight = Atomics.load(data.shared, inFlightCell);
      if (inFlight < maxBatchesInFlight) break;
      Atomics.wait(data.shared, inFlightCell, inFlight);
    }
    Atomics.add(data.shared, inFlightCell, 1);
    post({ kind: 'batch', batch }, transferList(batch));
  },
  isWorkWanted: () => Atomics.load(data.shared, sharedCells.idle) > 0,
  share(bundles) {
    Atomics.sub(data.shared, sharedCells.idle, 1);
    post({ kind: 'share', bundles });
  },
});

port.on('message', (bundles: readonly FolderBundle[]) => {
  walk.run(bundles);
  post({ kind: 'done' });
});
