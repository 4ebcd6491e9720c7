import { thisThread } from '../threads/this-thread.ts';
import { transferList } from './scan-batch.ts';
import { cellOf, idleCell, maxBatchesInFlight, type ScanThreadTypes } from './scan-protocol.ts';
import { FolderWalk } from './scan-walk.ts';

const { data, post, listen } = thisThread<ScanThreadTypes>();
const inFlightCell = cellOf(data.index, 'inFlight');
const rootIndexCell = cellOf(data.index, 'rootIndex');
const callsCell = cellOf(data.index, 'calls');

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

listen((bundles) => {
  walk.run(bundles);
  post({ kind: 'done' });
});
