/** An inventory as the mock takes it: files come in until it is done or discarded. */
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { Argument } from '../../../preload/contract/index.ts';
import type { UploadView } from '../../../preload/contract/views.ts';
import { totals } from '../../fixtures/views.ts';
import type { MockWorld } from '../window-bridge.ts';
import { upload } from './uploads.ts';

const found = { queued: { items: 1204, bytes: 61_400_000_000 }, failed: { items: 2, bytes: 4096 } };
const steps = 20;

export async function createDraft(
  world: MockWorld,
  given: Argument<'drafts.create'>,
): Promise<Result<UploadView>> {
  const { state } = world;
  const id = Math.max(0, ...state.uploads.map((each) => each.id)) + 1;
  const isKnown = () => state.uploads.some((each) => each.id === id);
  let draft = upload({
    id,
    name: 'name' in given.dataset ? given.dataset.name : 'Existing dataset',
    state: 'scanning',
    createdAt: new Date().toISOString(),
    connectionId: given.connectionId,
    isSandbox: given.connectionId === 'practice',
    databaseId: given.databaseId,
    databaseName: given.databaseId === 42 ? 'Acme investigation' : 'Doe v. Roe',
    datasetId: 'id' in given.dataset ? given.dataset.id : null,
    custodianRule: { kind: 'none' },
    settings: {},
    totals: totals({}),
  });
  const tell = (how: Partial<UploadView>) => {
    draft = { ...draft, ...how };
    state.uploads = [...state.uploads.filter((each) => each.id !== id), draft];
    world.tell({ name: 'upload.changed', data: draft });
  };
  tell({});
  for (let step = 1; step <= steps && world.scanMs > 0; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, world.scanMs / steps));
    if (!isKnown()) return failure('stopped', 'The inventory was stopped.');
    const share = step / steps;
    const { items, bytes } = found.queued;
    const queued = { items: Math.round(items * share), bytes: Math.round(bytes * share) };
    world.tell({
      name: 'progress',
      data: {
        uploadId: id,
        state: 'scanning',
        totals: totals({ queued }),
        acknowledgedBytes: 0,
        bytesPerSecond: 0,
        secondsLeft: null,
        concurrency: 0,
        active: [],
        waiting: null,
      },
    });
  }
  tell({ state: 'ready', totals: totals(found) });
  return success(draft);
}
