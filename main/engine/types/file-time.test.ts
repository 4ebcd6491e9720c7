import { expect, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { formatFileTime, fromStoredTime, toStoredTime } from './file-time.ts';

/** Every time that a file system can give: signed 64 bits of seconds and nanoseconds below a second. */
const times = fc
  .tuple(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.bigInt({ min: 0n, max: 999_999_999n }))
  .map(([seconds, ns]) => seconds * 1_000_000_000n + ns);

test('every time comes back from the store as it was', () => {
  fc.assert(
    fc.property(times, (time) => {
      const { ns, era } = toStoredTime(time);
      expect(BigInt.asIntN(64, ns)).toBe(ns);
      expect(Number.isSafeInteger(era)).toBe(true);
      expect(fromStoredTime(ns, era)).toBe(time);
    }),
  );
});

test('times from 1677 to 2262 are stored as they are', () => {
  for (const ns of [0n, -1n, 1_700_000_000_123_456_789n, 2n ** 63n - 1n, -(2n ** 63n)])
    expect(toStoredTime(ns)).toEqual({ ns, era: 0 });
});

test.each([
  [0n, '1970-01-01T00:00:00.000000000Z'],
  [-1n, '1969-12-31T23:59:59.999999999Z'],
  [-11_644_473_600_000_000_000n, '1601-01-01T00:00:00.000000000Z'],
  [253_402_300_799_999_999_999n, '9999-12-31T23:59:59.999999999Z'],
  [910_692_730_085_477_580_700n, '+030828-09-14T02:48:05.477580700Z'],
  [8_640_000_000_000_000_000_001n, '+275760-09-13T00:00:00.000000001Z'],
  [8_640_000_000_001_000_000_000n, '@8640000000001.000000000'],
  [-(2n ** 63n) * 1_000_000_000n, '@-9223372036854775808.000000000'],
])('%d ns is %s', (ns, text) => {
  expect(formatFileTime(ns)).toBe(text);
});
