import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { createContext } from '../main.ts';
import { createLogStream, logToFile } from './log-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-watch-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the log keeps its last lines, in two files of bounded size', () => {
  const path = join(folder, 'logs', 'watch.log');
  const log = createLogStream(path, 1_000);
  const lines = Array.from({ length: 500 }, (_, line) => `{"event":"line ${line}"}\n`);
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
  expect(withoutTime(readFileSync(path, 'utf8'))).toBe('TIME first\nTIME second\n');
});

const withoutTime = (text: string) => text.replaceAll(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z]+/gm, 'TIME');
const context = (...args: readonly string[]) =>
  createContext({ stdout: new PassThrough(), stderr: new PassThrough() }, {}, args);

test.each([[[]], [['--json']]])(
  'what a watch logged first is a log to the next one, renamed or not: %j',
  (args) => {
    const path = join(folder, `log ${args}`);
    for (const name of [path, `${path}.old`]) {
      for (const isNew of [true, false]) {
        const logged = logToFile(context(...args), name);
        expect([logged.ok, readFileSync(name, 'utf8') === '']).toEqual([true, isNew]);
        if (!logged.ok) continue;
        // Neither has the time itself.
        logged.value.output.print('Waiting for the platform');
        logged.value.output.warn('A key file that others can read');
      }
    }
    expect(logToFile(context(), path).ok).toBe(true);
  },
);

test.each([
  ['a note', 'Ask the court on 2026-10-12 15:20:07 EST\n'],
  ['a config file', '{ "watch": [] }\n'],
])('%s is never appended to, nor replaced by a log that is full', (name, text) => {
  const path = join(folder, name);
  const [full, link] = [join(folder, `log beside ${name}`), join(folder, `link to ${name}`)];
  writeFileSync(path, text);
  writeFileSync(`${full}.old`, text);
  symlinkSync(path, link);
  for (const [log, found] of [
    [path, path],
    [full, `${full}.old`],
    [link, link],
  ] as const)
    expect(logToFile(context(), log)).toEqual({
      ok: false,
      failure: { code: 'log-file-foreign', path: found },
    });
  expect([path, link, `${full}.old`].map((file) => readFileSync(file, 'utf8'))).toEqual([text, text, text]);
  expect([existsSync(full), existsSync(`${path}.old`)]).toEqual([false, false]);
});
