import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanned } from '../../../../test/fixtures/inspect.ts';
import { temporaryFolder } from '../../../../test/fixtures/scan-observer.ts';
import { inventoryStart } from '../../types/inventory-mark.ts';
import { inspectJob } from './inspect-job.ts';
import { InspectionJobs } from './inspection-jobs.ts';

test('what was found in slow files is given before the job is done', async () => {
  const folder = join(temporaryFolder(), 'evidence');
  mkdirSync(folder);
  for (let file = 0; file < 6; file += 1) writeFileSync(join(folder, `${file}.txt`), '');
  const { repositories, uploadId } = await scanned(temporaryFolder(), [folder]);
  const options = {
    maxFileBytes: null,
    links: { sources: [], followSymlinks: false },
    since: inventoryStart,
  };
  const jobs = new InspectionJobs(repositories.inspections, uploadId, { ...options, onFolder: () => {} });
  const job = jobs.next(new Set());
  if (job === null) throw new Error('There is nothing to inspect');
  const blocked = new Int32Array(new SharedArrayBuffer(4));
  const results = inspectJob(job, {
    call: (run) => {
      Atomics.wait(blocked, 0, 0, 70);
      return run();
    },
    onFile: () => {},
  });
  // Each file is examined and opened.
  const files = Array.from(results, (result) => result.types.length);
  expect(files.reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(files.length).toBeGreaterThan(1);
});
