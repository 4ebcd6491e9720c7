/** Standard output goes to a file on a disk that is full, or to a reader that goes away. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { setCall } from '../../main/app/command-line.ts';
import { usageError } from '../../main/cli/usage-error.ts';
import { errorPrefix, errorText } from '../../main/cli/words/errors.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { lading, start } from './command.ts';

let dir = '';
let state = '';
let sandbox: Sandbox;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lading-output-'));
  state = join(dir, 'state');
  writeFileSync(join(dir, 'a.txt'), 'a');
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

describe.skipIf(!existsSync('/dev/full'))('a full disk under the output', () => {
  test.each([
    { args: ['--help'], code: 1 },
    { args: ['status'], code: 1 },
    { args: ['status', '--json'], code: 1 },
    { args: ['upload', 'a.txt', '--dataset', 'A'], code: 5 },
    { args: ['upload', 'a.txt', '--dataset', 'A', '--json'], code: 5 },
  ])('$args says so, and exits with $code', async ({ args: [command = '', ...more], code }) => {
    const database = command === 'upload' ? ['--database', String(sandbox.databaseId)] : [];
    const folder = command === '--help' ? [] : ['--state', state];
    const ended = await lading([command, ...more, ...database, ...folder], {
      env: { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url },
      cwd: dir,
      outputFile: '/dev/full',
    });
    setCall({}, folder);
    onTestFinished(() => setCall({}));
    const text = errorText(usageError('output-unwritable', { errno: 'ENOSPC' }).failure);
    expect(ended).toEqual({ code, out: '', err: `${errorPrefix} ${text}\n` });
  });

  test('leaves no crash report', () => {
    expect(readdirSync(state).filter((name) => name.startsWith('crash-'))).toEqual([]);
  });
});

test.each([[['status', '7']], [['cancel', '7', '--yes']]])(
  '%j is refused also where nobody reads why',
  async (args) => {
    for (const json of [[], ['--json']]) {
      const refused = start([...args, '--state', state, ...json], {});
      refused.child.stdout?.destroy();
      refused.child.stderr?.destroy();
      expect((await refused.ended).code).toBe(1);
    }
  },
);

test('a verification whose reader goes away ends with what it found', async () => {
  const receipt = join(import.meta.dirname, '../fixtures/receipt-format-6.txt');
  const verifying = start(['verify', receipt, '--against', dir, '--json'], {});
  verifying.child.stdout?.destroy();
  expect(await verifying.ended).toMatchObject({ code: 2, err: '' });
});
