import { parentPort, workerData } from 'node:worker_threads';
import { transferList } from './scan-batch.ts';
import { batchesInFlight, cells, type FromScanThread, type ScanThreadData } from './scan-protocol.ts';
import { type FolderBundle, FolderWalk } from './scan-walk.ts';

const port = parentPort;
if (port === null) throw new Error('scan-worker.ts runs in a worker thread');
const data: ScanThreadData = workerData;
const mine = cells.inFlight + data.index;

function post(message: FromScanThread, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

const walk = new FolderWalk(data, {
  post(batch) {
    for (;;) {
      const waiting = Atomics.load(data.shared, mine);
      if (waiting < batchesInFlight) break;
      Atomics.wait(data.shared, mine, waiting);
    }
    Atomics.add(data.shared, mine, 1);
    post({ kind: 'batch', batch }, transferList(batch));
  },
  isWorkWanted: () => Atomics.load(data.shared, cells.wanted) > 0,
  share(bundles) {
    Atomics.sub(data.shared, cells.wanted, 1);
    post({ kind: 'share', bundles });
  },
});

port.on('message', (task: readonly FolderBundle[]) => {
  walk.run(task);
  post({ kind: 'done' });
});
