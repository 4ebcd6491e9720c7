/** A simulated scan: finds more files with every step until it ends or the draft is discarded. */
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { Argument } from '../../../preload/contract/index.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { totals } from '../../fixtures/views.ts';
import type { MockApp } from './mock-app.ts';
import { upload } from './uploads.ts';

const found = { queued: { items: 1204, bytes: 61_400_000_000 }, failed: { items: 2, bytes: 4096 } };
const steps = 20;

export async function createDraft(
  app: MockApp,
  given: Argument<'drafts.create'>,
): Promise<Result<UploadView>> {
  const { state } = app;
  const id = Math.max(0, ...state.uploads.map((each) => each.id)) + 1;
  const exists = () => state.uploads.some((each) => each.id === id);
  let draft = upload({
    id,
    name: 'name' in given.dataset ? given.dataset.name : 'Existing dataset',
    state: 'scanning',
    createdAt: new Date().toISOString(),
    connectionId: given.connectionId,
    isSandbox: given.connectionId === 'sandbox',
    databaseId: given.databaseId,
    databaseName: given.databaseId === 42 ? 'Acme investigation' : 'Doe v. Roe',
    datasetId: 'id' in given.dataset ? given.dataset.id : null,
    custodianRules: [],
    settings: {},
    totals: totals({}),
  });
  const update = (changed: Partial<UploadView>) => {
    draft = { ...draft, ...changed };
    state.uploads = [...state.uploads.filter((each) => each.id !== id), draft];
    app.emit({ name: 'upload.changed', data: draft });
  };
  update({});
  for (let step = 1; step <= steps && app.scanMs > 0; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, app.scanMs / steps));
    if (!exists()) return failure('stopped');
    const share = step / steps;
    const { items, bytes } = found.queued;
    const queued = { items: Math.round(items * share), bytes: Math.round(bytes * share) };
    app.emit({
      name: 'progress',
      data: {
        uploadId: draft.id,
        state: 'scanning',
        totals: totals({ queued }),
        cancelled: { items: 0, bytes: 0 },
        acknowledgedBytes: 0,
        bytesPerSecond: 0,
        timeLeft: null,
        concurrency: 0,
        active: [],
        partsUnderWay: { sentBytes: 0, secondsLeft: 0, isFinishing: false },
        waiting: null,
        unavailableSources: [],
        inspection: null,
      },
    });
  }
  update({ state: 'ready', totals: totals(found) });
  return success(draft);
}
