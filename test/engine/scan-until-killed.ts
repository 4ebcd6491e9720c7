/** Scans the first upload of a store, and kills itself at a point of it. Prints how the scan ended. */
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { UploadRequest } from '../../main/engine/index.ts';
import type { ItemId } from '../../main/engine/types/ids.ts';
import { openContext } from '../../main/engine/uploads/context/engine-context.ts';
import { scanUpload } from '../../main/engine/uploads/prepare/scan-upload.ts';
import { unwrap } from '../fixtures/result.ts';
import { newUpload, uploadRequest } from '../fixtures/upload-request.ts';
import { type KillPoint, killAt } from './kill-points.ts';

export interface ScanJob {
  readonly stateDir: string;
  readonly sources: readonly string[];
  readonly checkFiles: boolean;
  readonly version: string;
  /** The name of each file that is inspected is added to it. */
  readonly log: string;
  readonly kill: KillPoint | null;
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

const nameOf = store.db.prepare<[number], string>('SELECT name FROM items WHERE id = ?').pluck();
const { setInspected } = repositories.inspections;
repositories.inspections.setInspected = (itemId, ...result) => {
  appendFileSync(job.log, `${nameOf.get(itemId as ItemId)}\n`);
  setInspected(itemId, ...result);
};
if (job.kill !== null) killAt(context, job.kill);
const ended = await scanUpload(context, id, new AbortController().signal);
store.close();
process.stdout.write(ended.ok ? 'scanned' : ended.failure.code);
process.exit();
