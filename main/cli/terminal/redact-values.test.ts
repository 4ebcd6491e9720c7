import { expect, it } from 'vitest';
import { KnownSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { redactValues } from './redact-values.ts';

const secret = 'sandbox.ab12cd34.0123456789abcdefghijklmnop';

it('secrets are removed at any depth of a value', () => {
  const value = { a: [`x ${secret}`, 1, null], b: { c: 'https://h/?sig=1' } };
  expect(redactValues(value, new KnownSecrets([secret]))).toEqual({
    a: ['x ■■■', 1, null],
    b: { c: 'https://h/?…' },
  });
});
