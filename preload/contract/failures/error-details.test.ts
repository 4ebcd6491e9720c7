import { expect, test } from 'vitest';
import { errorDetails } from './error-details.ts';

test('an error is shown with its causes and the errors that it collects, without its other fields', () => {
  const inner = Object.assign(new Error('inner'), { code: 'ECONNRESET', headers: { authorization: 'hush' } });
  const all = new AggregateError([new Error('first'), 'second'], 'all', { cause: inner });
  const text = errorDetails(all);
  expect(text).toMatch(/^AggregateError: all\n/);
  expect(text).toMatch(/caused by: Error: inner\n/);
  expect(text).toContain('(ECONNRESET)');
  expect(text).toMatch(/one of: Error: first\n/);
  expect(text).toContain('one of: second');
  expect(text).not.toContain('hush');
});

test('causes in a circle end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(errorDetails(error).split('caused by').length).toBeLessThan(10);
});

test.each([
  [undefined, 'undefined'],
  ['text', 'text'],
  [{ a: 1 }, '{"a":1}'],
  [Object.create(null), '{}'],
  [Symbol('x'), 'Symbol(x)'],
])('%j is shown as text', (value, shown) => {
  expect(errorDetails(value)).toBe(shown);
});

test('a value that can’t be shown is named', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(errorDetails(circle)).toBe('[object Object]');
});
