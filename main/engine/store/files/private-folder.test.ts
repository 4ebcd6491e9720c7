import { describe, expect, test } from 'vitest';
import { decideAccess, icaclsArguments } from './private-folder.ts';

test.each([
  [true, 0o700, 'mine'],
  [true, 0o755, 'mine'],
  [true, 0o775, 'mine'],
  [true, 0o777, 'mine'],
  // A team's folder, /tmp, and a folder that only inherits its group
  [true, 0o2775, 'shared'],
  [true, 0o1777, 'shared'],
  [true, 0o2755, 'mine'],
  [false, 0o700, 'foreign'],
  [false, 0o777, 'foreign'],
] as const)('mine: %s, mode %o → %s', (isMine, mode, expected) => {
  expect(decideAccess({ isMine, mode: 0o40000 | mode })).toBe(expected);
});

describe('on Windows', () => {
  test('a folder outside the profile is left to the user, the system and administrators', () => {
    expect(icaclsArguments('D:\\Lading', 'FIRM\\ada', 'C:\\Users\\ada')).toEqual([
      ...['D:\\Lading', '/inheritance:r'],
      ...['/grant:r', 'FIRM\\ada:(OI)(CI)F', '/grant:r', '*S-1-5-18:(OI)(CI)F'],
      ...['/grant:r', '*S-1-5-32-544:(OI)(CI)F', '/q'],
    ]);
    expect(icaclsArguments('C:\\Users\\adam\\x', 'ada', 'C:\\Users\\ada')).not.toBeNull();
  });

  test('the profile is private already', () => {
    expect(icaclsArguments('c:\\users\\Ada\\AppData\\Local\\Lading', 'ada', 'C:\\Users\\ada')).toBeNull();
  });
});
