import { useEffect, useState } from 'react';

/** The time, again every so often: for estimates that age and limits that follow the hour. */
export function useClock(everyMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
