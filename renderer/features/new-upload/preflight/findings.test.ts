import { expect, it } from 'vitest';
import type { FindingGroup } from '../../../../preload/contract/calls/preflight-calls.ts';
import { everything } from '../../../../preload/contract/views/selection.ts';
import { findingRule } from './findings.tsx';

const group = (code: string, skipped: number): FindingGroup => ({
  code,
  severity: 'info',
  findings: 3,
  ofFiles: 3,
  bytes: 10,
  skipped,
  opened: 0,
});

it.each(['system-file', 'known-file', 'duplicate', 'already-sent'])(
  '%s is excluded by a rule, and kept again',
  (code) => {
    const rule = findingRule(code) ?? expect.unreachable();
    expect(rule.isOn(everything, group(code, 0))).toBe(false);
    const excluded = { ...everything, ...rule.set(true) };
    expect(rule.isOn(excluded, group(code, 3))).toBe(true);
    expect({ ...excluded, ...rule.set(false) }).toEqual(everything);
  },
);

it('system files of which one kind is excluded can all be excluded', () => {
  const rules = { ...everything, systemFiles: ['trash'] as const };
  expect(findingRule('system-file')?.isOn(rules, group('system-file', 2))).toBe(false);
});

it('other findings are excluded by hand', () => expect(findingRule('locked')).toBeNull());
