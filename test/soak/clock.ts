/** Loaded into Lading's processes before anything else: their clock is wrong by what a file says. */
import { readFileSync } from 'node:fs';

const file = process.env['SOAK_CLOCK_FILE'];
const pollEveryMs = 10;

if (file !== undefined) {
  const RealDate = Date;
  const realNow = Date.now.bind(Date);
  let offsetMs = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  const now = (): number => {
    const at = performance.now();
    if (at - readAt > pollEveryMs) {
      readAt = at;
      try {
        offsetMs = Number(readFileSync(file, 'utf8')) || 0;
      } catch {
        // Being replaced: the offset stays.
      }
    }
    return realNow() + offsetMs;
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}
