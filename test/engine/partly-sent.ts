/** Evidence with a file of many parts, and runs that stop in the middle of it. */
import { expect } from 'vitest';
import type { Engine, UploadId } from '../../main/engine/index.ts';
import { runOptions } from './harness.ts';

export const partBytes = 64 * 1024;
export const tree = { 'disk.img': 40 * partBytes + 5, 'mail/inbox.mbox': 3 * partBytes, 'note.txt': 10 };

/** Runs until so many parts of the large file are acknowledged, then stops. */
export async function runUntil(engine: Engine, id: UploadId, parts: number): Promise<void> {
  const stop = new AbortController();
  const forget = engine.onProgress(({ active }) => {
    if (active.some((item) => item.parts.done >= parts)) stop.abort();
  });
  const slow = { concurrency: 2, bytesPerSecond: 30 * partBytes };
  const ran = await engine.run(id, runOptions({ signal: stop.signal, limits: slow }));
  forget();
  expect(ran).toMatchObject({ ok: false, failure: { code: 'stopped' } });
}
