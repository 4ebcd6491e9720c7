import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import { formatMetrics } from './metrics.ts';
import { watchEvents } from './print-events.ts';

const docs = readFileSync(new URL('../../../docs/watched-folders.md', import.meta.url), 'utf8');

/** What the first column of the table with this header names in code. */
function firstColumn(header: string): readonly string[] {
  const [, table = ''] = docs.split(`| ${header} |`);
  const rows = (table.split('\n\n')[0] ?? '').split('\n').slice(2);
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`{]+)[^`]*`/g)].map(([, name = '']) => name),
  );
}

test('the table of events has each one', () => {
  expect(firstColumn('`event`').toSorted()).toEqual([...watchEvents, 'error', 'warning'].toSorted());
});

test('the table of metrics has each one', () => {
  const metrics = formatMetrics({
    version: '1',
    nowMs: 0,
    startedAtMs: 0,
    residentBytes: 0,
    cpuSeconds: 0,
    rules: [watchedFolder()],
    uploads: new Map(),
  });
  const names = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  expect(firstColumn('metric').toSorted()).toEqual(names.toSorted());
});
