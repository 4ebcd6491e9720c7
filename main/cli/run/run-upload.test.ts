import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import { KnownSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { uploadId } from '../../../test/fixtures/progress.ts';
import { createOutput } from '../terminal/output.ts';
import { reportStopped } from './run-upload.ts';

const id = uploadId(7);

test.each<[Failure, boolean]>([
  [failure('upload-altered', { uploadId: id, altered: 'log' }).failure, false],
  [failure('dataset-reused', { datasetId: 1, uploadId: id, later: 8, at: '2026-11-22' }).failure, false],
  [failure('disk-full', {}).failure, true],
])('an upload that stops names how to resume it only where that helps: %j', (reason, isResumed) => {
  for (const json of [false, true]) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const output = createOutput({ stdout, stderr }, {}, json, new KnownSecrets());
    reportStopped(
      { output },
      { upload: () => failure('upload-not-found', { uploadId: id }) },
      id,
      {},
      reason,
    );
    const said = `${stdout.read() ?? ''}${stderr.read() ?? ''}`;
    expect(said).toContain(json ? reason.code : 'Upload 7');
    expect(said.includes('lading resume')).toBe(isResumed);
  }
});
