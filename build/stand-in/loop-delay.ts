export interface LoopDelay {
  readonly samples: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/**
 * How late this process's event loop ran since the previous call; the first call starts the measurement.
 * Self-contained: Playwright sends the text of this function to Electron's main process.
 */
export function loopDelay(): LoopDelay {
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
  const resolutionMs = 10;
  const key = Symbol.for('loop delay');
  const held: unknown = Reflect.get(globalThis, key);
  const isWatching = held !== undefined;
  // Only this function sets it.
  const watch = (held ?? monitorEventLoopDelay({ resolution: resolutionMs })) as ReturnType<
    typeof monitorEventLoopDelay
  >;
  // Each sample is the time between two ticks, so the resolution doesn't count as delay.
  const lateMs = (nanoseconds: number) => (isWatching ? Math.max(0, nanoseconds / 1e6 - resolutionMs) : 0);
  const seen = {
    samples: isWatching ? watch.count : 0,
    p50Ms: lateMs(watch.percentile(50)),
    p99Ms: lateMs(watch.percentile(99)),
    maxMs: lateMs(watch.max),
  };
  if (isWatching) watch.reset();
  else {
    Reflect.set(globalThis, key, watch);
    watch.enable();
  }
  return seen;
}
