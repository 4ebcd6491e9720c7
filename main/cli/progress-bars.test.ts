import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyProgress, midway, none } from '../../test/fixtures/sample-progress.ts';
import { percentDone, renderBar, renderProgress } from './progress-bars.ts';
import { lineIntervalMs, nextProgressLine } from './progress-lines.ts';
import { displayWidth } from './table.ts';

const clock = { nowMs: Date.parse('2026-12-01T20:00:00Z'), timeZone: 'America/New_York' };
const room = { width: 99, rows: 20, color: false };

describe('the live area', () => {
  it('shows share, bytes, files, speed, the range of the end, and each active file', () => {
    expect(renderProgress('Upload 3 · Smith · Doe v. Roe', midway, room, clock)).toEqual([
      'Upload 3 · Smith · Doe v. Roe',
      '█████████████▒░░░░░░░░░░░░░░░░  44 %    12.9 GB of 28.9 GB   1,204 of 3,310 files    48.2 MB/s',
      'ready between 15:20 and 15:50 EST · 6 parts in flight · 12 left out',
      '  ███▒░░░░░░   25 %    2.0 GB  uploading   part 10 of 40  Smith/mail/archive-2019.pst',
    ]);
  });

  it('says why it waits and for how long', () => {
    const waiting = { reason: 'the platform asks to slow down', retryAtMs: clock.nowMs + 12_000 };
    expect(renderProgress('', { ...midway, waiting }, room, clock)).toContain(
      'Waiting: the platform asks to slow down · next try in 12 s',
    );
  });

  it('counts what it finds while it scans', () => {
    const scanning = { ...midway, state: 'scanning' as const, active: [] };
    expect(renderProgress('Inventory', scanning, room, clock)).toEqual([
      'Inventory',
      'Scanning: 3,322 files, 28.9 GB so far',
    ]);
  });

  it('counts the active files that there is no row for', () => {
    const active = Array.from({ length: 30 }, (_, at) => ({ ...midway.active[0], path: `file ${at}` }));
    const lines = renderProgress(
      't',
      { ...midway, active: active.flatMap(complete) },
      { ...room, rows: 10 },
      clock,
    );
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)).toBe('  … and 25 more in progress');
  });

  it('is never wider or higher than its room and never says NaN, whatever it is told', () => {
    fc.assert(
      fc.property(
        anyProgress,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        (progress, width, rows, color) => {
          const lines = renderProgress(
            'Upload 3 · 証拠 · Doe v. Roe',
            progress,
            { width, rows, color },
            clock,
          );
          expect(lines.length).toBeLessThanOrEqual(rows);
          for (const line of lines) {
            expect(displayWidth(stripVTControlCharacters(line))).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/NaN|undefined|Infinity|\n/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps its columns in place while the figures grow', () => {
    const at = (bytes: number, items: number) => {
      const totals = {
        ...midway.totals,
        queued: { items: 3310 - items, bytes: 28_900_000_000 - bytes },
        uploading: none,
        accepted: { items, bytes },
      };
      const line = renderProgress('t', { ...midway, acknowledgedBytes: bytes, totals }, room, clock)[1] ?? '';
      return [line.indexOf('%'), line.indexOf(' of '), line.indexOf('files'), line.length];
    };
    expect(at(1000, 1)).toEqual(at(27_900_000_000, 3000));
  });

  it('uses colour only when it may', () => {
    expect(renderBar(10, 0.5, 0.7, false)).toBe('█████▒▒░░░');
    expect(stripVTControlCharacters(renderBar(10, 0.5, 0.7, true))).toBe('█████▒▒░░░');
    expect(renderBar(10, 0.5, 0.7, true)).toContain('\u001B[');
  });
});

describe('the share that is done', () => {
  it('counts files where there is not one byte to send', () => {
    const totals = {
      ...midway.totals,
      queued: { items: 1, bytes: 0 },
      uploading: none,
      accepted: { items: 1, bytes: 0 },
    };
    expect(percentDone({ ...midway, totals, acknowledgedBytes: 0 })).toBe(50);
  });

  it('is 100 only when the last file is complete', () => {
    const totals = {
      ...midway.totals,
      queued: none,
      uploading: { items: 1, bytes: 10 },
      accepted: { items: 1, bytes: 10 },
    };
    expect(percentDone({ ...midway, totals, acknowledgedBytes: 20 })).toBe(99);
    const done = { ...totals, uploading: none, accepted: { items: 2, bytes: 20 } };
    expect(percentDone({ ...midway, totals: done, acknowledgedBytes: 0 })).toBe(100);
  });
});

describe('plain lines', () => {
  it('come at each change of phase and every ten seconds, and not between', () => {
    const first = nextProgressLine(null, midway, clock);
    expect(first.line).toBe(
      '15:00:00 EST  uploading  44 %  12.9 GB of 28.9 GB  1,204 of 3,310 files  48.2 MB/s  ready between 15:20 and 15:50 EST · 6 parts in flight · 12 left out',
    );
    const later = (ms: number) => ({ ...clock, nowMs: clock.nowMs + ms });
    expect(nextProgressLine(first.told, midway, later(lineIntervalMs - 1)).line).toBeNull();
    expect(nextProgressLine(first.told, midway, later(lineIntervalMs)).line).not.toBeNull();
    const waiting = { reason: 'no network', retryAtMs: clock.nowMs + 5000 };
    const stalled = nextProgressLine(first.told, { ...midway, waiting }, later(1));
    expect(stalled.line).toContain('Waiting: no network · next try in 5 s');
    expect(
      nextProgressLine(stalled.told, { ...midway, waiting: { ...waiting, retryAtMs: 0 } }, later(2)).line,
    ).toBeNull();
  });

  it('are one line each, whatever they are told', () => {
    fc.assert(
      fc.property(anyProgress, (progress) => {
        expect(nextProgressLine(null, progress, clock).line).not.toMatch(/NaN|undefined|\n/);
      }),
    );
  });
});

test('a path of another script is cut by its columns', () => {
  const path = '証拠'.repeat(40);
  const [item] = midway.active;
  const lines = renderProgress(
    't',
    { ...midway, active: complete({ ...item, path }) },
    { ...room, width: 80 },
    clock,
  );
  expect(displayWidth(lines.at(-1) ?? '')).toBeGreaterThan(76);
  expect(displayWidth(lines.at(-1) ?? '')).toBeLessThanOrEqual(80);
});

function complete(item: Partial<(typeof midway.active)[number]>) {
  return midway.active.map((one) => ({ ...one, ...item }));
}
