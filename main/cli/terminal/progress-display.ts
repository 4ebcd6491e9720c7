/** Shows the progress of one upload, or of a scan, until it finishes. */
import { createLogUpdate } from 'log-update';
import type { Progress } from '../../engine/index.ts';
import { progressFields } from './json-lines.ts';
import { renderProgress } from './progress-bars.ts';
import { type LastLine, nextProgressLine, phaseOf } from './progress-lines.ts';

/** Only a terminal has the optional properties. */
export type TextStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export interface ProgressDisplay {
  update(progress: Progress): void;
  finish(): void;
}

/** The only display that other output must make room for. */
export interface LiveDisplay extends ProgressDisplay {
  hide(): void;
  draw(): void;
}

const jsonIntervalMs = 1000;
const redrawMs = 1000;

export function createJsonDisplay(
  event: (name: string, fields: Readonly<Record<string, unknown>>) => void,
): ProgressDisplay {
  let phase = '';
  let atMs = 0;
  return {
    update(progress) {
      const now = Date.now();
      const next = phaseOf(progress);
      if (next === phase && now - atMs < jsonIntervalMs) return;
      phase = next;
      atMs = now;
      event('progress', progressFields(progress));
    },
    finish() {},
  };
}

export function createLineDisplay(print: (line: string) => void): ProgressDisplay {
  let last: LastLine | null = null;
  let progress: Progress | null = null;
  const tick = () => {
    if (progress === null) return;
    const next = nextProgressLine(last, progress, { nowMs: Date.now() });
    last = next.last;
    if (next.line !== null) print(next.line);
  };
  // The engine sends nothing while nothing moves; the log still gets its line every ten seconds.
  const timer = setInterval(tick, redrawMs).unref();
  return {
    update(now) {
      progress = now;
      tick();
    },
    finish() {
      clearInterval(timer);
    },
  };
}

export function createLiveDisplay(
  stdout: TextStream,
  title: string,
  color: boolean,
  isClosed: () => boolean,
): LiveDisplay {
  const log = createLogUpdate(stdout);
  let progress: Progress | null = null;
  const draw = () => {
    if (progress === null || isClosed()) return;
    const viewport = { width: (stdout.columns ?? 80) - 1, rows: (stdout.rows ?? 24) - 1, color };
    log(renderProgress(title, progress, viewport, { nowMs: Date.now() }).join('\n'));
  };
  // The countdown of a wait continues while the engine sends nothing.
  const timer = setInterval(draw, redrawMs).unref();
  stdout.on('resize', draw);
  return {
    update(now) {
      progress = now;
      draw();
    },
    draw,
    hide() {
      if (progress !== null) log.clear();
    },
    /** The end of an upload stays visible; the file count of a scan doesn't need to. */
    finish() {
      clearInterval(timer);
      stdout.off('resize', draw);
      if (progress?.state === 'scanning' && !isClosed()) log.clear();
      else draw();
      log.done();
    },
  };
}
