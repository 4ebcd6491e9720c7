import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { UploadView } from '../../preload/contract/views.ts';
import { upload } from '../../test/fixtures/views.ts';
import { type BulkActionsOptions, createBulkActions } from './bulk-actions.ts';
import { createUploadStarter } from './upload-starter.ts';

const refusal = failure('connection-not-ready');

function createActions(uploads: UploadView[], failing: readonly number[] = []) {
  const calls: string[] = [];
  const reports: Parameters<BulkActionsOptions['onResumeFailures']>[] = [];
  const answer = async (name: string, argument: unknown): Promise<Result<never>> => {
    const { uploadId } = JSON.parse(JSON.stringify(argument));
    calls.push(`${name} ${uploadId}`);
    return JSON.parse(JSON.stringify(failing.includes(uploadId) ? refusal : success(undefined)));
  };
  const actions = createBulkActions({
    engine: { forward: answer },
    starter: createUploadStarter({ call: answer }),
    tracker: { all: () => uploads },
    onResumeFailures: (...report) => reports.push(report),
  });
  return { actions, calls, reports };
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
          { uploadName: 'One', failure: refusal.failure },
          { uploadName: 'Three', failure: refusal.failure },
        ],
      ],
    ]);
  });
});
