import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type Failure, failure, success } from '../../../preload/contract/failures/failure.ts';
import { KnownSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { finishedUpload, uploadId } from '../../../test/fixtures/progress.ts';
import { newUpload } from '../../../test/fixtures/upload-request.ts';
import { createOutput } from '../terminal/output.ts';
import { reportStopped } from './run-upload.ts';

const id = uploadId(7);

const given = { id: 1 };
const created = { name: 'Mail', description: null };
const gone = failure('dataset-not-found', { datasetId: 1, databaseName: 'Smith' }).failure;

test.each<[Failure, typeof given | typeof created, boolean]>([
  [failure('upload-altered', { uploadId: id, altered: 'log' }).failure, created, false],
  [
    failure('dataset-reused', { datasetId: 1, uploadId: id, later: 8, at: '2026-11-22' }).failure,
    given,
    false,
  ],
  [failure('database-not-found', { databaseId: 1 }).failure, created, false],
  [gone, given, false],
  [gone, created, true],
  [failure('disk-full', {}).failure, created, true],
])(
  'an upload that stops names how to resume it only where that helps: %j, %j',
  (reason, dataset, isResumed) => {
    const request = { ...newUpload().request, dataset };
    const stopped = { state: 'paused', request, datasetRequestedAt: null, databaseCheckedAt: null } as const;
    for (const json of [false, true]) {
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const output = createOutput({ stdout, stderr }, {}, json, new KnownSecrets());
      reportStopped(
        { output },
        { upload: () => success({ ...newUpload(), ...finishedUpload, ...stopped }) },
        id,
        {},
        reason,
      );
      const said = `${stdout.read() ?? ''}${stderr.read() ?? ''}`;
      expect(said).toContain(json ? reason.code : 'Upload 7');
      expect(said.includes('lading resume')).toBe(isResumed);
    }
  },
);
