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
