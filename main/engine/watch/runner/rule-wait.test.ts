import { expect, it, vi } from 'vitest';
import type { Progress } from '../../types/progress.ts';
import { idleMs, RuleWait, runWait } from './rule-wait.ts';

const since = '2026-11-14T20:00:00.000Z';
const waiting = (path: string | null): Progress['waiting'] => ({
  reason: { kind: 'source-error', errno: 'EIO' },
  path,
  retryAtMs: 0,
});
const forHours = { reason: { kind: 'hours' }, path: null, retryAtMs: 0 } as const;
const away = { path: '/w', reason: { kind: 'replaced' }, since } as const;

it.each<[string, Partial<Parameters<typeof runWait>[0]>, string | null]>([
  ['for nothing while it sends', {}, null],
  ['for nothing while a single file waits', { waiting: waiting('a.txt') }, null],
  ['for the platform where every request does', { waiting: waiting(null) }, 'platform'],
  ['for the hours of the bandwidth schedule', { waiting: forHours }, 'schedule'],
  ['for nothing while parts from before these hours flow', { waiting: forHours, bytesPerSecond: 1 }, null],
  ['for its folder first', { waiting: waiting(null), unavailableSources: [away] }, 'folder'],
])('a running upload waits %s', (_, progress, kind) => {
  const idle = { waiting: null, unavailableSources: [], bytesPerSecond: 0 };
  expect(runWait({ ...idle, ...progress })?.kind ?? null).toBe(kind);
});

it('a rule waits until its hours begin, in steps', () => {
  const onChange = vi.fn();
  const wait = new RuleWait(onChange);
  expect(wait.blockedMs(null, null)).toBeNull();
  const opensAt = new Date(Date.now() + 2 * idleMs);
  expect([wait.blockedMs(null, opensAt), wait.blockedMs(null, opensAt)]).toEqual([idleMs, idleMs]);
  expect(wait.current).toEqual({ kind: 'schedule', until: opensAt.toISOString() });
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(wait.blockedMs(null, new Date(0))).toBe(0);
});
