import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, test } from 'vitest';
import { failure } from '../../preload/contract/failures/failure.ts';
import { errorText } from '../cli/words/errors.ts';
import { closedPage } from '../sandbox/ui/pages.ts';
import { formatCommand, programName, setCall, shellQuote } from './command-line.ts';

const main = fileURLToPath(new URL('..', import.meta.url));
const notFound = failure('upload-not-found', { uploadId: 7 }).failure;

afterEach(() => setCall({}));

test('what npm started is called through it', () => {
  expect(programName({})).toBe('lading');
  expect(programName({ npm_command: 'exec' })).toBe('npx lading');
});

it.each([[['status', '7', '--state', '/my data']], [['status', '7', '--state=/my data']]])(
  'a hint of %j can be pasted where it is shown',
  (args) => {
    setCall({ npm_command: 'exec' }, args);
    expect(formatCommand('resume', '7')).toBe(`npx lading resume 7 --state ${shellQuote('/my data')}`);
    expect(errorText(notFound)).toContain(formatCommand('status'));
    expect(formatCommand('api', 'GetDatabase')).toBe('npx lading api GetDatabase');
    expect(closedPage('missing')).toContain('npx lading sandbox --page');
    setCall({}, ['status', '7']);
    expect(formatCommand('resume', '7')).toBe('lading resume 7');
    expect(errorText(notFound)).toContain('run: lading status');
  },
);

/** A line that is all comment, or only names the process that has a data folder. */
const isNoHint = /^ *(?:\*|\/\*|\/\/)|'lading [a-z-]+(?: --[a-z-]+)?'/;

test('no text has a command of its own', () => {
  const names = readdirSync(join(main, 'cli', 'commands')).map((name) => basename(name, '.ts'));
  const fixed = new RegExp(`\\blading (?:${names.join('|')})\\b`);
  const rooms = ['cli', 'sandbox', join('..', 'renderer', 'i18n'), join('..', 'preload', 'contract')];
  const files = rooms.flatMap((room) =>
    readdirSync(join(main, room), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(main, room, name),
    ),
  );
  const programs = [...files, join(main, 'words.ts')].filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  const found = programs.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => fixed.test(line) && !isNoHint.test(line)),
  );
  expect(names).toContain('resume');
  expect(found).toEqual([]);
});
