import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { KnownSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { createOutput, redactValues } from './output.ts';

test('a reader that is slower than the output leaves no listener behind', async () => {
  const stdout = new PassThrough({ highWaterMark: 1 });
  const output = createOutput({ stdout, stderr: new PassThrough() }, {}, false, new KnownSecrets());
  const listeners = () => ['drain', 'close', 'error'].map((event) => stdout.listenerCount(event));
  const before = listeners();
  for (let count = 0; count < 20; count += 1) {
    const written = output.data({ count }, {}, 'line');
    expect(String(stdout.read())).toBe(`{"count":${count}}\n`);
    await written;
  }
  expect(listeners()).toEqual(before);
});

test('a line of JSON has exact names, and nothing that a terminal acts on', () => {
  const stdout = new PassThrough();
  const output = createOutput({ stdout, stderr: new PassThrough() }, {}, true, new KnownSecrets());
  const path = '\u009B2J\u202Egpj.exe';
  output.event('problem', { path });
  const line = String(stdout.read());
  expect(line).not.toMatch(/[\u009B\u202E]/);
  expect(JSON.parse(line)).toMatchObject({ event: 'problem', path });
});

const failed = (code: string) => Object.assign(new Error(code), { code });

test.each([
  { code: 'ENOSPC', isTTY: false, outcome: 'refused' },
  { code: 'EIO', isTTY: false, outcome: 'refused' },
  { code: 'EIO', isTTY: true, outcome: 'done' },
  { code: 'EPIPE', isTTY: false, outcome: 'done' },
])(
  'a command whose output ended with $code (terminal: $isTTY) is $outcome',
  async ({ code, isTTY, outcome }) => {
    const stdout = Object.assign(new PassThrough({ highWaterMark: 1 }), { isTTY });
    const output = createOutput({ stdout, stderr: new PassThrough() }, {}, false, new KnownSecrets());
    output.onClosed(() => undefined);
    const waiting = output.write('text');
    stdout.destroy(failed(code));
    await waiting;
    expect([await output.flush('done'), await output.flush('problems')]).toEqual([outcome, 'problems']);
  },
);

test.each([true, false])('an upload is kept where one may be running: %j', async (hasBegun) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = createOutput({ stdout, stderr }, {}, false, new KnownSecrets(), () => hasBegun);
  output.onClosed(() => undefined);
  stdout.destroy(failed('ENOSPC'));
  await output.flush('done');
  expect(String(stderr.read()).includes('upload')).toBe(hasBegun);
});

test('lines for people have a width, but a name is cut on a terminal only', () => {
  const output = createOutput(
    { stdout: new PassThrough(), stderr: new PassThrough() },
    {},
    false,
    new KnownSecrets(),
  );
  expect([output.width, output.tableWidth]).toEqual([100, Number.POSITIVE_INFINITY]);
});

const secret = 'sandbox.ab12cd34.0123456789abcdefghijklmnop';

test('secrets are removed at any depth of a value', () => {
  const value = { a: [`x ${secret}`, 1, null], b: { c: 'https://h/?sig=1' } };
  expect(redactValues(value, new KnownSecrets([secret]))).toEqual({
    a: ['x ■■■', 1, null],
    b: { c: 'https://h/?…' },
  });
});
