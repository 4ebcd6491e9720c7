import { describe, expect, it } from 'vitest';
import { timeRange } from './time-range.ts';

const nowMs = Date.UTC(2026, 10, 22, 12);

describe('the time range of the activity log', () => {
  it.each([
    { name: 'all', range: { beginMs: null, endMs: null } },
    { name: 'day', range: { beginMs: nowMs - 86_400_000, endMs: null } },
    { name: 'year', range: { beginMs: nowMs - 365 * 86_400_000, endMs: null } },
  ] as const)('$name', ({ name, range }) => {
    expect(timeRange(name, '2026-01-01', '2026-01-01', nowMs)).toEqual(range);
  });

  it('of days includes both days, by the clock of this computer', () => {
    expect(timeRange('custom', '2026-03-07', '2026-03-08', nowMs)).toEqual({
      beginMs: new Date(2026, 2, 7).getTime(),
      endMs: new Date(2026, 2, 9).getTime(),
    });
  });

  it('may be open on either side', () => {
    expect(timeRange('custom', '', '2026-12-31', nowMs)).toEqual({
      beginMs: null,
      endMs: new Date(2027, 0, 1).getTime(),
    });
    expect(timeRange('custom', '2026-02', '', nowMs)).toEqual({ beginMs: null, endMs: null });
  });
});
