import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';
import type { WatchedFolderView } from '../../preload/contract/watch/watched-folder.ts';
import { upload } from '../../test/fixtures/views.ts';
import { watchedFolder } from '../../test/fixtures/watched-folder.ts';
import { type BulkActionsOptions, createBulkActions } from './bulk-actions.ts';
import { createUploadStarter } from './upload-starter.ts';

const refusal = failure('connection-not-ready');

function createActions(
  uploads: UploadView[],
  failing: readonly number[] = [],
  folders: readonly WatchedFolderView[] = [],
) {
  const calls: string[] = [];
  let shown = folders;
  const reports: Parameters<BulkActionsOptions['onResumeFailures']>[] = [];
  const answer = async (name: string, argument: unknown): Promise<Result<never>> => {
    const { uploadId, ruleId } = JSON.parse(JSON.stringify(argument));
    const id = uploadId ?? ruleId;
    calls.push(`${name} ${id}`);
    return JSON.parse(JSON.stringify(failing.includes(id) ? refusal : success(undefined)));
  };
  const actions = createBulkActions({
    engine: { forward: answer },
    starter: createUploadStarter({ call: answer }),
    tracker: { all: () => uploads },
    watchTracker: { all: () => shown },
    onResumeFailures: (...report) => reports.push(report),
  });
  const show = (changed: readonly WatchedFolderView[]) => {
    shown = changed;
  };
  return { actions, calls, reports, show };
}

const uploads = [
  upload({ id: 1, state: 'paused', name: 'One' }),
  upload({ id: 2, state: 'uploading', name: 'Two' }),
  upload({ id: 3, state: 'paused', name: 'Three' }),
  upload({ id: 4, state: 'finished', name: 'Four' }),
];

describe('pausing and resuming all uploads', () => {
  it('pauses those that are uploading, and no others', async () => {
    const { actions, calls } = createActions(uploads);
    await actions.pauseAll();
    expect(calls).toEqual(['uploads.pause 2']);
  });

  it('resumes those that are paused, and reports nothing when all of them resume', async () => {
    const { actions, calls, reports } = createActions(uploads);
    await actions.resumeAll();
    expect(calls).toEqual(['uploads.run 1', 'uploads.run 3']);
    expect(reports).toEqual([]);
  });

  it('reports once which uploads could not be resumed, and why', async () => {
    const { actions, reports } = createActions(uploads, [1, 3]);
    await actions.resumeAll();
    expect(reports).toEqual([
      [
        2,
        [
          { name: 'One', failure: refusal.failure },
          { name: 'Three', failure: refusal.failure },
        ],
      ],
    ]);
  });
});

describe('watched folders', () => {
  const active = [
    watchedFolder({ id: 7 }),
    watchedFolder({ id: 8 }),
    watchedFolder({ id: 9, state: 'paused' }),
  ];
  const paused = active.map((folder) => ({ ...folder, state: 'paused' as const }));
  const own = upload({ id: 5, state: 'uploading', watchRuleId: 7 });

  it('are paused with the uploads, and pause their own', async () => {
    const { actions, calls } = createActions([own, ...uploads], [], active);
    await actions.pauseAll();
    expect(calls).toEqual(['watch.pause 7', 'watch.pause 8', 'uploads.pause 2']);
  });

  it('resume only if they were paused together, and nobody edited them since', async () => {
    const { actions, calls, show } = createActions([], [], active);
    await actions.pauseAll();
    show(
      paused.map((folder) =>
        folder.id === 8 ? { ...folder, rule: { ...folder.rule, dataset: 'x' } } : folder,
      ),
    );
    await actions.resumeAll();
    expect(calls.slice(2)).toEqual(['watch.activate 7']);
    await actions.resumeAll();
    expect(calls).toHaveLength(3);
  });

  it('that could not be resumed are reported with the uploads', async () => {
    const { actions, reports, show } = createActions([], [7], active);
    await actions.pauseAll();
    show(paused);
    await actions.resumeAll();
    expect(reports).toEqual([[2, [{ name: 'Inbox', failure: refusal.failure }]]]);
  });
});
