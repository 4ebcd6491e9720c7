import { expect, it, test } from 'vitest';
import { usageMessage } from './program.ts';
import { redact, redactValues } from './redact.ts';

const secret = 'sandbox.ab12cd34.0123456789abcdefghijklmnop';

test.each([
  [`key ${secret} here`, 'key [secret] here'],
  ['Authorization: Bearer abc.def.ghi', 'Authorization: Bearer [secret]'],
  ['PUT https://h/p?sig=1&x=2 failed', 'PUT https://h/p?[secret] failed'],
  ['https://user:word@h/p', 'https://[secret]@h/p'],
  ['/evidence/What?/a.txt', '/evidence/What?/a.txt'],
])('%s', (text, clean) => expect(redact(text, [secret])).toBe(clean));

it('secrets are removed at any depth of a value', () => {
  expect(
    redactValues({ a: [`x ${secret}`, 1, null], b: { c: 'https://h/?sig=1' } }, new Set([secret])),
  ).toEqual({ a: ['x [secret]', 1, null], b: { c: 'https://h/?[secret]' } });
});

it('commander does not repeat the value of an unknown option', () => {
  expect(usageMessage("error: unknown option '--key=abc.def.ghi'\n")).toBe("unknown option '--key=…'");
  expect(usageMessage("error: unknown command 'uplod'\n(Did you mean upload?)\n")).toBe(
    "unknown command 'uplod' (Did you mean upload?)",
  );
});
