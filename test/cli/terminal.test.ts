import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorPrefix, errorText } from '../../main/cli/words/errors.ts';
import * as words from '../../main/cli/words/uploads.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { redacted } from '../../preload/contract/texts/known-secrets.ts';
import { lading, start } from './command.ts';
import { hasTerminal, onTerminal } from './on-terminal.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-terminal-'));
const interrupt = new URL('../../main/cli/run/interrupt.ts', import.meta.url).href;
let sandbox: Sandbox;

beforeAll(async () => {
  mkdirSync(join(dir, 'evidence'));
  writeFileSync(join(dir, 'evidence', 'mail\u001B[2J.pst'), Buffer.alloc(2_000_000, 7));
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** `typed`: the database's name. */
const runOnTerminal = (
  columns: number,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  typed = '',
) => onTerminal(args, { dir, columns, env, answer: { question: 'to it: ', typed } });

describe.skipIf(!hasTerminal)('on a terminal', () => {
  const upload = (state: string) => [
    'upload',
    join(dir, 'evidence'),
    ...['--server', sandbox.url, '--database', String(sandbox.databaseId), '--dataset', state],
    ...['--state', join(dir, state), '--limit-rate', '2M'],
  ];

  it.each([100, 45])('of %d columns progress is drawn in place, within its width', async (columns) => {
    const env = { LADING_API_KEY: sandbox.apiKey };
    const { code, out } = await runOnTerminal(columns, upload(`wide-${columns}`), env);
    expect(out).toContain('\u001B[36m');
    const lines = stripVTControlCharacters(out).split(/\r?\n/);
    const drawn = lines.filter((line) => line.includes('█') || line.includes('░'));
    expect(drawn.length).toBeGreaterThan(1);
    for (const line of drawn) expect(line.length).toBeLessThan(columns);
    expect(lines.some((line) => line.includes('mail␛[2J.pst'))).toBe(true);
    expect(out).not.toContain('mail\u001B');
    expect(out).toContain('\u001B[?25h');
    expect(code).toBe(0);
  });

  it('asks for the name of a database that earlier uploads did not use', async () => {
    const env = { LADING_API_KEY: sandbox.apiKey };
    const args = (database: number, dataset: string) => [
      ...['upload', join(dir, 'evidence'), '--server', sandbox.url, '--database', String(database)],
      ...['--dataset', dataset, '--state', join(dir, 'two')],
    ];
    expect((await runOnTerminal(100, args(sandbox.databaseId, 'Doe'), env)).code).toBe(0);
    const question = words.confirmDatabase.question('Acme investigation');
    const refused = await runOnTerminal(100, args(2002, 'Acme'), env, 'acme');
    expect(refused.out).toContain(question);
    expect(refused.code).toBe(1);
    const sent = await runOnTerminal(100, args(2002, 'Acme'), env, 'Acme investigation');
    expect(sent.out).toContain(question);
    expect(sent.code).toBe(0);
    const datasets = await sandbox.inspect('datasets');
    expect(datasets.filter(({ databaseId }) => databaseId === 2002)).toHaveLength(1);
  });

  it('NO_COLOR turns color off', async () => {
    const { out } = await runOnTerminal(100, upload('plain'), {
      LADING_API_KEY: sandbox.apiKey,
      NO_COLOR: '1',
    });
    expect(out).toContain('█');
    for (const style of ['36', '33', '2']) expect(out).not.toContain(`\u001B[${style}m`);
  });
});

it('a Ctrl-C that npx repeats counts once; a later one exits at once', async () => {
  const script = join(dir, 'interrupted.mjs');
  writeFileSync(
    script,
    `import { listenForInterrupt } from ${JSON.stringify(interrupt)};
     const interrupt = () => process.kill(process.pid, 'SIGINT');
     const { signal } = listenForInterrupt(() => {
       console.log('first');
       interrupt();
     }, () => 'stopped');
     signal.addEventListener('abort', () => setTimeout(() => console.log('still here'), 500));
     setInterval(() => {}, 1000);
     console.log('ready');`,
  );
  const running = start([], { script });
  await running.prints('ready');
  running.child.kill('SIGINT');
  await running.prints('still here');
  running.child.kill('SIGINT');
  const { code, out } = await running.ended;
  expect(out).toBe('ready\nfirst\nstill here\n');
  expect(code).toBe(3);
});

it('a bug prints one line and writes a report, without a stack in the output or a secret in the report', async () => {
  const state = join(dir, 'crash');
  const key = 'sandbox.ab12cd34.0123456789abcdefghijklmnopqrstuvwxyz';
  const broken =
    "const key=process.env.LADING_API_KEY;URL.parse=()=>{throw new TypeError(['broken',key,'https://h/x?sig=SECRET'].join(' '))}";
  const breaker = join(dir, 'break.mjs');
  writeFileSync(breaker, broken);
  const { code, out, err } = await lading(
    ['upload', '--link', 'https://h/y?sig=SECRET', '--database', '1', '--dataset', 'D', '--state', state],
    {
      env: {
        LADING_API_KEY: key,
        NODE_OPTIONS: `--import=${breaker}`,
      },
    },
  );
  expect(out).toBe('');
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
  const [name = ''] = readdirSync(state).filter((entry) => entry.startsWith('crash-'));
  expect(err).toBe(`${errorPrefix} ${errorText({ code: 'bug', report: join(state, name), resume: null })}\n`);
  const report = readFileSync(join(state, name), 'utf8');
  expect(report).toContain(`TypeError: broken ${redacted} https://h/x?…`);
  expect(report).toMatch(/linkSecrets/);
  expect(report).not.toMatch(/SECRET|0123456789/);
  expect(statSync(join(state, name)).mode & 0o077).toBe(0);
});
