import { expect, test } from 'vitest';
import { manyCoders, manyFolders } from '../../../test/fixtures/hostile-containers.ts';
import { memoryFile } from '../../../test/fixtures/memory-file.ts';
import { OverBudget, withinBudget } from './budgeted-file.ts';
import { intact } from './content-check.ts';
import { type ContentLimits, inspectionLimits } from './limits.ts';
import { checkContent } from './readers.ts';

function limitOf(run: () => unknown): string | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof OverBudget) return error.limit;
    throw error;
  }
}

test('a 7z of 400 bytes that claims a million coders is given up', () => {
  expect(manyCoders().length).toBeLessThan(500);
  expect(checkContent('7z', memoryFile(manyCoders()))).toEqual({ ...intact, exceeded: 'entries' });
});

test('a compressed header is expanded only as far as it is read', () => {
  const archive = memoryFile(manyCoders());
  const limits = { ...inspectionLimits, unpackedBytes: 100_000 };
  expect(checkContent('7z', archive, limits).exceeded).toBe('bytes');
});

test.each<[Partial<ContentLimits>, string]>([
  [{ readBytes: 10_000 }, 'bytes'],
  [{ reads: 3 }, 'bytes'],
])('with %j the check of an archive ends', (limits, limit) => {
  const archive = memoryFile(manyFolders(2_000, 30));
  expect(checkContent('zip', archive).exceeded).toBeNull();
  expect(checkContent('zip', archive, { ...inspectionLimits, ...limits }).exceeded).toBe(limit);
});

test('a file that keeps the processor busy is given up at the next reads', () => {
  const file = withinBudget(memoryFile(Buffer.alloc(10)), { ...inspectionLimits, processorMs: 0 });
  const read = (times: number) => {
    for (let index = 0; index < times; index += 1) {
      file.read(0, 10);
      Array.from({ length: 1_000 }, Math.random);
    }
  };
  expect(limitOf(() => read(10_000))).toBe('time');
});
