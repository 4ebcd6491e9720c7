/** With --json, a `file` line for each file as soon as its outcome is known, read from the upload's log. */
import type { Engine, LogEvent, UploadId } from '../../engine/index.ts';
import type { Output } from '../terminal/output.ts';

const intervalMs = 1000;

export interface FileEvents {
  /** Call when something may have happened; looks at most once a second. */
  poll(): void;
  /** Prints what is left. */
  finish(): void;
}

/** From now on: a resume doesn't repeat the files of earlier runs. */
export function followFiles(
  output: Pick<Output, 'json' | 'events'>,
  engine: Pick<Engine, 'log' | 'logEnd' | 'filesOfPack'>,
  id: UploadId,
): FileEvents {
  if (!output.json) return { poll() {}, finish() {} };
  let seq = engine.logEnd(id);
  let nextMs = 0;
  function* outcomes(): Generator<Readonly<Record<string, unknown>>> {
    for (const event of engine.log(id, seq)) {
      seq = event.seq;
      const fields = fileFields(event);
      if (fields !== null) yield { upload: id, ...fields };
      const { pack } = event.data;
      if (event.type !== 'pack-completed' || typeof pack !== 'number') continue;
      for (const { path, ...file } of engine.filesOfPack(id, pack))
        yield { upload: id, at: event.at, path, ...file };
    }
  }
  const print = () => output.events('file', outcomes());
  return {
    poll() {
      if (performance.now() < nextMs) return;
      nextMs = performance.now() + intervalMs;
      print();
    },
    finish: print,
  };
}

/** Returns null for an event that isn't a file's outcome. Pure. */
export function fileFields({ at, type, data }: LogEvent): Readonly<Record<string, unknown>> | null {
  const { path, sourceFileId, sizeBytes, sha1, sha256, parts, code, reason } = data;
  switch (type) {
    case 'source-file-completed':
      return { at, path, state: 'accepted', id: sourceFileId, bytes: sizeBytes, sha1, sha256, parts };
    case 'link-handed-over':
      return { at, path, state: 'handedOver', id: sourceFileId };
    case 'item-failed':
      return { at, path, state: 'failed', code, reason };
    case 'item-held':
      return { at, path, state: 'held', code, reason };
    default:
      return null;
  }
}
