import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLogStream } from './log-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-watch-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the log keeps its last lines, in two files of bounded size', () => {
  const path = join(folder, 'logs', 'watch.log');
  const log = createLogStream(path, 1_000);
  const lines = Array.from({ length: 500 }, (_, line) => `line ${line}\n`);
  for (const line of lines) log.write(line);
  const written = readFileSync(`${path}.old`, 'utf8') + readFileSync(path, 'utf8');
  expect(lines.join('').endsWith(written)).toBe(true);
  expect(written.length).toBeGreaterThan(1_000);
  for (const file of [path, `${path}.old`]) expect(statSync(file).size).toBeLessThan(1_100);
});

test('what could not be written follows when it can, in order', () => {
  const path = join(folder, 'blocked', 'watch.log');
  mkdirSync(path, { recursive: true });
  const log = createLogStream(path, 1_000);
  log.write('first\n');
  rmSync(path, { recursive: true });
  log.write('second\n');
  expect(readFileSync(path, 'utf8')).toBe('first\nsecond\n');
});
