/** The batches and uploads of the engine, for the events of rules. */
import type { FoundFile } from '../../../preload/contract/views/found-file.ts';
import type { WatchBatchView } from '../../../preload/contract/watch/watch-batch.ts';
import type { Engine } from '../../engine/index.ts';
import type { RuleSource } from './rule-events.ts';

const pageSize = 100;
/** How many files a line of the log and the status name of what was found. */
export const namedFiles = 5;

export function ruleSource(engine: Pick<Engine, 'upload' | 'foundFiles' | 'watch'>): RuleSource {
  return {
    recentBatches: (ruleId) => engine.watch.batches(ruleId, { offset: 0, limit: pageSize }),
    batchesAfter(ruleId, batchId) {
      const newer: WatchBatchView[] = [];
      for (let offset = 0; ; offset += pageSize) {
        const page = engine.watch.batches(ruleId, { offset, limit: pageSize });
        newer.push(...page.filter(({ id }) => id > batchId));
        if (page.length < pageSize || page.some(({ id }) => id <= batchId)) return newer.reverse();
      }
    },
    upload(id) {
      const upload = engine.upload(id);
      return upload.ok ? upload.value : null;
    },
    foundFiles(uploadId) {
      const upload = engine.upload(uploadId);
      const named: FoundFile[] = [];
      for (const file of upload.ok ? engine.foundFiles(upload.value.id) : []) {
        named.push(file);
        if (named.length === namedFiles) break;
      }
      return named;
    },
  };
}
