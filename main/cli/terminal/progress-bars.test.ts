import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, it, test } from 'vitest';
import { formatBytesOf } from '../../../preload/contract/texts/format-bytes.ts';
import { timeLeftText } from '../../../preload/contract/texts/time-forecast-text.ts';
import { waitingText } from '../../../preload/contract/texts/wait-reason-text.ts';
import { anyProgress, emptyTally, runningProgress } from '../../../test/fixtures/progress.ts';
import fc from '../../../test/fixtures/property.ts';
import type { Progress } from '../../engine/index.ts';
import {
  assemblingOnly,
  filesOf,
  foundSoFar,
  moreActive,
  outcomes,
  parallelParts,
  scanTitle,
  waitNotice,
} from '../words/progress.ts';
import { overallPercent, renderBar, renderProgress } from './progress-bars.ts';
import { lineIntervalMs, nextProgressLine } from './progress-lines.ts';

const clock = { nowMs: Date.parse('2026-12-01T20:00:00Z'), timeZone: 'America/New_York' };
const left = { low: 1200, likely: 1900, high: 3000, bound: { kind: 'line' } } as const;
const status = [timeLeftText(left, clock), parallelParts(6), outcomes.skipped(12)].join(' · ');
const viewport = { width: 99, rows: 20, color: false };

describe('the live area', () => {
  it('shows percentage, bytes, files, speed, the estimated finish, and each active file', () => {
    expect(renderProgress('Upload 3 · Smith · Doe v. Roe', runningProgress, viewport, clock)).toEqual([
      'Upload 3 · Smith · Doe v. Roe',
      '███████████░░░░░░░░░░░░░░░░░░░  36%     12.9 of 28.9 GB   1,204 of 3,310 files    48.2 MB/s',
      status,
      '  ███▒░░░░░░   25%    2.0 GB  uploading   part 10 of 40  Smith/mail/archive-2019.pst',
    ]);
  });

  it('names a pack by its number and its files', () => {
    const [moving] = runningProgress.active;
    if (moving === undefined) throw new Error('nothing is active');
    const packed = { ...moving, itemId: -7, sizeBytes: 18_900_000, pack: { number: 3, files: 1204 } };
    const lines = renderProgress('', { ...runningProgress, active: [packed] }, viewport, clock);
    expect(lines.at(-1)).toMatch(/18\.9 MB {2}uploading .*Pack 3: 1,204 files$/);
  });

  it('says why it waits and for how long', () => {
    const waiting = {
      reason: { kind: 'rate-limited' as const },
      path: 'a.pst',
      retryAtMs: clock.nowMs + 12_000,
    };
    expect(renderProgress('', { ...runningProgress, waiting }, viewport, clock)).toContain(
      waitNotice(waitingText(waiting), 12, false),
    );
  });

  it('says that the platform assembles, once nothing else happens', () => {
    const [moving] = runningProgress.active;
    if (moving === undefined) throw new Error('nothing is active');
    const assembling = { ...moving, activity: 'assembling' as const };
    const shown = (active: Progress['active']) =>
      renderProgress('', { ...runningProgress, active }, viewport, clock).join('\n');
    expect(shown([assembling])).toContain(assemblingOnly);
    expect(shown([assembling, moving])).not.toContain(assemblingOnly);
  });

  it('names the sources that are away, and since when', () => {
    const source = {
      path: '/mnt/ev',
      reason: { kind: 'missing' as const },
      since: '2026-03-02T09:00:00.000Z',
    };
    const lines = renderProgress('', { ...runningProgress, unavailableSources: [source] }, viewport, clock);
    expect(lines.join('\n')).toMatch(/Waiting for \/mnt\/ev: not found · since 2026-03-02 04:00 EST/);
    const ending = { ...runningProgress, active: [], unavailableSources: [source] };
    expect(renderProgress('', ending, viewport, clock).join('\n')).toContain(timeLeftText(left, clock));
    const idle = { ...ending, bytesPerSecond: 0 };
    expect(renderProgress('', idle, viewport, clock).join('\n')).not.toContain(timeLeftText(left, clock));
    const first = nextProgressLine(null, runningProgress, clock);
    const away = nextProgressLine(first.last, { ...runningProgress, unavailableSources: [source] }, clock);
    expect(away.line).toContain('Waiting for /mnt/ev: not found');
  });

  it('counts files during the scan', () => {
    const scanning = { ...runningProgress, state: 'scanning' as const, active: [] };
    expect(renderProgress(scanTitle, scanning, viewport, clock)).toEqual([
      scanTitle,
      foundSoFar(
        3322,
        runningProgress.totals.queued.bytes +
          runningProgress.totals.uploading.bytes +
          runningProgress.totals.accepted.bytes +
          runningProgress.totals.skipped.bytes,
      ),
    ]);
  });

  it('counts the active files that have no row', () => {
    const active = Array.from({ length: 30 }, (_, at) => ({
      ...runningProgress.active[0],
      path: `file ${at}`,
    }));
    const lines = renderProgress(
      't',
      { ...runningProgress, active: active.flatMap(complete) },
      { ...viewport, rows: 10 },
      clock,
    );
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)).toBe(`  ${moreActive(25)}`);
  });

  it('never exceeds its viewport or shows NaN, whatever the progress', () => {
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
            expect(stringWidth(stripVTControlCharacters(line))).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/NaN|undefined|Infinity|\n/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps its columns in place while the numbers grow', () => {
    const at = (bytes: number, items: number) => {
      const totals = {
        ...runningProgress.totals,
        queued: { items: 3310 - items, bytes: 28_900_000_000 - bytes },
        uploading: emptyTally,
        accepted: { items, bytes },
      };
      const line =
        renderProgress('t', { ...runningProgress, acknowledgedBytes: bytes, totals }, viewport, clock)[1] ??
        '';
      return [line.indexOf('%'), line.indexOf(' of '), line.indexOf('files'), line.length];
    };
    expect(at(1000, 1)).toEqual(at(27_900_000_000, 3000));
  });

  it('uses color only if allowed', () => {
    expect(renderBar(10, 0.5, 0.7, false)).toBe('█████▒▒░░░');
    expect(stripVTControlCharacters(renderBar(10, 0.5, 0.7, true))).toBe('█████▒▒░░░');
    expect(renderBar(10, 0.5, 0.7, true)).toContain('\u001B[');
  });
});

describe('the overall percentage', () => {
  it('counts files if all files are empty', () => {
    const totals = {
      ...runningProgress.totals,
      queued: { items: 1, bytes: 0 },
      uploading: emptyTally,
      accepted: { items: 1, bytes: 0 },
    };
    expect(overallPercent({ ...runningProgress, totals, acknowledgedBytes: 0 })).toBe(50);
  });

  it('is that of the files where their bytes are ahead: 95 % of the bytes may be 1 % of the time', () => {
    const totals = {
      ...runningProgress.totals,
      queued: { items: 5940, bytes: 500 },
      uploading: emptyTally,
      accepted: { items: 60, bytes: 9500 },
    };
    expect(overallPercent({ ...runningProgress, totals, acknowledgedBytes: 9500 })).toBe(1);
  });

  it('of an upload that ended with failures counts them', () => {
    const totals = {
      ...runningProgress.totals,
      queued: emptyTally,
      uploading: emptyTally,
      accepted: { items: 1, bytes: 10 },
      failed: { items: 3, bytes: 30 },
    };
    const ended = {
      ...runningProgress,
      state: 'finished' as const,
      totals,
      acknowledgedBytes: 10,
      active: [],
    };
    expect(overallPercent(ended)).toBe(25);
    const { line } = nextProgressLine(null, ended, clock);
    expect(line).toContain(
      `25%  ${formatBytesOf(10, 40)}  ${filesOf(1, 4)}  ${outcomes.skipped(12)}  ${outcomes.failed(3)}`,
    );
  });

  it('is 100 only after the last file is complete', () => {
    const totals = {
      ...runningProgress.totals,
      queued: emptyTally,
      uploading: { items: 1, bytes: 10 },
      accepted: { items: 1, bytes: 10 },
    };
    expect(overallPercent({ ...runningProgress, totals, acknowledgedBytes: 20 })).toBe(99);
    const done = { ...totals, uploading: emptyTally, accepted: { items: 2, bytes: 20 } };
    expect(overallPercent({ ...runningProgress, totals: done, acknowledgedBytes: 0 })).toBe(100);
  });
});

describe('plain lines', () => {
  it('are printed when the phase changes and every ten seconds', () => {
    const first = nextProgressLine(null, runningProgress, clock);
    expect(first.line).toBe(
      `15:00:00 EST  uploading  36%  12.9 of 28.9 GB  1,204 of 3,310 files  48.2 MB/s  ${status}`,
    );
    const later = (ms: number) => ({ ...clock, nowMs: clock.nowMs + ms });
    expect(nextProgressLine(first.last, runningProgress, later(lineIntervalMs - 1)).line).toBeNull();
    expect(nextProgressLine(first.last, runningProgress, later(lineIntervalMs)).line).not.toBeNull();
    const waiting = {
      reason: { kind: 'network' as const, fault: 'connection-refused' as const, code: 'ECONNREFUSED' },
      path: null,
      retryAtMs: clock.nowMs + 5000,
    };
    const stalled = nextProgressLine(first.last, { ...runningProgress, waiting }, later(1));
    expect(stalled.line).toContain(waitNotice(waitingText(waiting), 5, false));
    expect(
      nextProgressLine(stalled.last, { ...runningProgress, waiting: { ...waiting, retryAtMs: 0 } }, later(2))
        .line,
    ).toBeNull();
  });

  it('are one line each, whatever the progress', () => {
    fc.assert(
      fc.property(anyProgress, (progress) => {
        expect(nextProgressLine(null, progress, clock).line).not.toMatch(/NaN|undefined|\n/);
      }),
    );
  });
});

test('a path in wide characters is truncated by columns', () => {
  const path = '証拠'.repeat(40);
  const [item] = runningProgress.active;
  const lines = renderProgress(
    't',
    { ...runningProgress, active: complete({ ...item, path }) },
    { ...viewport, width: 80 },
    clock,
  );
  expect(stringWidth(lines.at(-1) ?? '')).toBeGreaterThan(76);
  expect(stringWidth(lines.at(-1) ?? '')).toBeLessThanOrEqual(80);
});

function complete(item: Partial<(typeof runningProgress.active)[number]>) {
  return runningProgress.active.map((one) => ({ ...one, ...item }));
}
