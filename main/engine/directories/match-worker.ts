/** The thread that matches custodians with a directory's people. The engine ends it to cancel. */
import { serveJob } from '../threads/run-on-thread.ts';
import { progressThrottle } from '../threads/throttle.ts';
import { matchDirectory } from './match-directory.ts';
import type { MatchThread } from './match-on-thread.ts';

await serveJob<MatchThread>(({ path, rules, custodians }, report) => {
  const isDue = progressThrottle();
  return matchDirectory(path, rules, custodians, {
    onProgress: (progress) => {
      if (isDue()) report(progress);
    },
  });
});
