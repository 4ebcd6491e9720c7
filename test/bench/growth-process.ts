/** One step over an upload that exists in a store only, in a process of its own. Prints what it took. */
import { createWriteStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadProfile, verifyReceipt } from '../../main/engine/index.ts';
import { createReadQueries } from '../../main/engine/rpc/read-queries.ts';
import { storeFileName } from '../../main/engine/store/files/own-names.ts';
import { ItemQueue } from '../../main/engine/transfer/run/item-queue.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { type EngineContext, openContext } from '../../main/engine/uploads/context/engine-context.ts';
import { assignPacks } from '../../main/engine/uploads/run/assign-packs.ts';
import { createEngine } from '../../main/engine/watch/engine.ts';
import type { ItemQuery } from '../../preload/contract/views/views.ts';
import { unwrap } from '../fixtures/result.ts';
import { storeUpload } from '../fixtures/stored-upload.ts';
import { newUpload } from '../fixtures/upload-request.ts';
import { peakBytes, scanTree } from './scan.ts';

export interface GrowthStep {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
  readonly storeBytes: number;
}

const [name = '', stateDir = '', items = '', tree = ''] = process.argv.slice(2);
const id = 1 as UploadId;
const receipt = join(stateDir, 'receipt.json');
const page: ItemQuery = {
  uploadId: id,
  offset: Number(items) / 2,
  limit: 100,
  sort: null,
  states: [],
  search: '',
};

type Step = (context: EngineContext) => unknown;

const steps: Readonly<Record<string, Step>> = {
  scan: ({ store }) => scanTree(store, tree),
  store: (context) =>
    storeUpload(context, Number(items), {
      itemsPerFolder: 1000,
      given: { request: { ...newUpload().request, pack: 'always' } },
    }),
  plan: (context) => createEngine(context).plan(id),
  packs: async ({ store, repositories }) => {
    const { limits } = unwrap(await loadProfile());
    const upload = repositories.uploads.get(id);
    if (upload === null) throw new Error('The store has no upload');
    await assignPacks(store.writes, repositories, upload, limits, new AbortController().signal);
  },
  resume: (context) => {
    createEngine(context);
    return [new ItemQueue(context.repositories.items, id).search([], 0), context.repositories.packs.open(id)];
  },
  receipt: async (context) =>
    unwrap(await createEngine(context).writeReceipt(id, 'json', createWriteStream(receipt))),
  verify: async () => unwrap(await verifyReceipt(receipt)),
  list: ({ store }) => createReadQueries(store.db).items(page),
  sort: ({ store }) =>
    createReadQueries(store.db).items({ ...page, sort: { column: 'path', descending: true } }),
  search: ({ store }) => createReadQueries(store.db).items({ ...page, offset: 0, search: 'letter 99' }),
};

const step = steps[name];
if (step === undefined) throw new Error(`No step ${name}`);
const context = unwrap(openContext({ stateDir, command: 'bench', version: '0' }));
const [cpuBefore, startedAt] = [process.cpuUsage(), performance.now()];
await step(context);
const seconds = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
const store = join(stateDir, storeFileName);
const storeBytes = [store, `${store}-wal`].reduce(
  (sum, file) => sum + (existsSync(file) ? statSync(file).size : 0),
  0,
);
const took: GrowthStep = {
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakMb: peakBytes() / 1e6,
  storeBytes,
};
console.log(JSON.stringify(took));
await context.store.close();
process.exit(0);
