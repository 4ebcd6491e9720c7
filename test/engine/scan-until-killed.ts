/** Scans the first upload of a store, and is killed at a moment that doesn't depend on time. Prints how the scan ended. */
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { UploadRequest } from '../../main/engine/index.ts';
import type { ItemId } from '../../main/engine/store/item-repository.ts';
import { openContext } from '../../main/engine/uploads/engine-context.ts';
import { scanUpload } from '../../main/engine/uploads/scan-upload.ts';
import { unwrap } from '../fixtures/result.ts';
import { newUpload, uploadRequest } from '../fixtures/upload-request.ts';

export interface ScanJob {
  readonly stateDir: string;
  readonly sources: readonly string[];
  readonly checkFiles: boolean;
  readonly version: string;
  /** The name of each file that is inspected is added to it. */
  readonly log: string;
  /** Before so many transactions are committed. */
  readonly killAtCommit: number | null;
  /** Before the next commit once so many files were inspected and stored. */
  readonly killAfterFiles: number | null;
}

// One that is killed keeps nothing of it at its end.
flushCompileCache();
const [jobText = ''] = process.argv.slice(2);
const job: ScanJob = JSON.parse(jobText);
const context = unwrap(openContext({ stateDir: job.stateDir, command: 'scan', version: job.version }));
const { store, repositories } = context;
const { sources, checkFiles } = job;
const given = { sources, checkFiles } satisfies Partial<UploadRequest>;
const link = { shown: 'http://localhost:9/disk.e01', hasSecret: false };
const upload = newUpload({ request: { ...uploadRequest(given), links: [link], passwordFile: null } });
const id = repositories.uploads.all()[0]?.id ?? repositories.uploads.insert(upload);

let commits = 0;
let inspected = 0;
let stored = 0;
const { writes } = store;
const transaction = writes.transaction.bind(writes);
writes.transaction = (work) => {
  const done = transaction(() => {
    const value = work();
    commits += 1;
    const isDue = job.killAfterFiles !== null && stored >= job.killAfterFiles;
    if (commits === job.killAtCommit || isDue) process.kill(process.pid, 'SIGKILL');
    return value;
  });
  stored = inspected;
  return done;
};
const nameOf = store.db.prepare<[number], string>('SELECT name FROM items WHERE id = ?').pluck();
const { setInspected } = repositories.inspections;
repositories.inspections.setInspected = (itemId, ...result) => {
  inspected += 1;
  appendFileSync(job.log, `${nameOf.get(itemId as ItemId)}\n`);
  setInspected(itemId, ...result);
};
const ended = await scanUpload(context, id, new AbortController().signal);
store.close();
process.stdout.write(ended.ok ? 'scanned' : ended.failure.code);
process.exit();
