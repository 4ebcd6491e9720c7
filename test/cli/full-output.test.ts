/** Standard output goes to a file on a disk that is full, or to a reader that goes away. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usageError } from '../../main/cli/usage-error.ts';
import { errorPrefix, errorText } from '../../main/cli/words/errors.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { item, jsonOf, sourceOf } from '../fixtures/receipt.ts';
import { type CommandResult, cleanEnv, entry, lading, start } from './command.ts';

let dir = '';
let state = '';
let sandbox: Sandbox;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lading-output-'));
  state = join(dir, 'state');
  writeFileSync(join(dir, 'a.txt'), 'a');
  writeFileSync(join(dir, 'people.csv'), 'email;user principal name;name\n;bob@corp;Bob\n');
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

const env = () => ({ LADING_API_KEY: sandbox.apiKey, LADING_SERVER: sandbox.url });

/** What the command prints where the system says so when its output can't be written. */
function refusal(errno: string): string {
  return `${errorPrefix} ${errorText(usageError('output-unwritable', { errno, hasBegun: false }).failure)}\n`;
}

describe.skipIf(!existsSync('/dev/full'))('a full disk under the output', () => {
  test.each([
    { args: ['--help'], code: 1 },
    { args: ['status'], code: 1 },
    { args: ['status', '--json'], code: 1 },
    { args: ['databases'], code: 1 },
    { args: ['databases', '--json'], code: 1 },
    { args: ['directory', 'check', 'people.csv'], code: 1 },
    { args: ['upload', 'a.txt', '--dataset', 'A'], code: 5 },
    { args: ['upload', 'a.txt', '--dataset', 'A', '--json'], code: 5 },
  ])('$args says so, and exits with $code', async ({ args: [command = '', ...more], code }) => {
    const database = command === 'upload' ? ['--database', String(sandbox.databaseId)] : [];
    const folder = ['--help', 'directory'].includes(command) ? [] : ['--state', state];
    const ended = await lading([command, ...more, ...database, ...folder], {
      env: env(),
      cwd: dir,
      outputFile: '/dev/full',
    });
    expect(ended).toEqual({ code, out: '', err: refusal('ENOSPC') });
  });

  test('leaves no crash report', () => {
    expect(readdirSync(state).filter((name) => name.startsWith('crash-'))).toEqual([]);
  });
});

/** As `lading`, where the output's file takes so many bytes more: it then cuts a write, as a disk that fills up does. */
async function ladingInto(room: number, args: readonly string[]): Promise<CommandResult> {
  const maxBytes = 1_048_576;
  const path = join(dir, 'output');
  writeFileSync(path, '');
  truncateSync(path, maxBytes - room);
  const file = openSync(path, 'a');
  const limited = ['-c', `ulimit -f ${maxBytes / 512}; exec "$@"`, 'sh', process.execPath, entry, ...args];
  const child = spawn('sh', limited, { env: cleanEnv(env()), cwd: dir, stdio: ['ignore', file, 'pipe'] });
  closeSync(file);
  const [err, [code]] = await Promise.all([
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ]);
  return {
    code,
    out: readFileSync(path)
      .subarray(maxBytes - room)
      .toString(),
    err,
  };
}

describe.skipIf(process.platform === 'win32')('a disk that fills up under the output', () => {
  beforeAll(async () => {
    const database = ['--database', String(sandbox.databaseId), '--state', join(dir, 'sent')];
    const sent = await lading(['upload', 'a.txt', '--dataset', 'A', ...database], { env: env(), cwd: dir });
    expect(sent.code).toBe(0);
  });

  test.each([
    ['--help'],
    ['directory', 'check', 'people.csv'],
    ['databases', '--json'],
    ['api', 'GetDatabases'],
    ['receipt', '1', '--state', 'sent'],
    ['receipt', '1', '--state', 'sent', '--format', 'csv'],
  ])('%s %s says that its output is cut, and exits with 1', async (...args) => {
    const ended = await ladingInto(50, args);
    expect(ended).toMatchObject({ code: 1, err: refusal('EFBIG') });
    expect(Buffer.byteLength(ended.out)).toBe(50);
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
  const receipt = join(dir, 'receipt.json');
  writeFileSync(receipt, await jsonOf(sourceOf([item(1)])));
  const verifying = start(['verify', receipt, '--against', dir, '--json'], {});
  verifying.child.stdout?.destroy();
  expect(await verifying.ended).toMatchObject({ code: 2, err: '' });
});
