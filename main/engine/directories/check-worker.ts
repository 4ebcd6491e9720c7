/** The thread that checks a directory's CSV. The engine ends it to cancel. */
import type { DirectoryFinding } from '../../../preload/contract/views/directory.ts';
import { serveJob } from '../threads/run-on-thread.ts';
import { progressThrottle } from '../threads/throttle.ts';
import { checkDirectory } from './check-directory.ts';
import type { CheckThread } from './check-on-thread.ts';

const findingsPerMessage = 1000;

await serveJob<CheckThread>(async ({ path, rules, sendsFindings }, report) => {
  const isDue = progressThrottle();
  let findings: DirectoryFinding[] = [];
  const sendFindings = (): void => {
    if (findings.length > 0) report({ kind: 'findings', findings });
    findings = [];
  };
  const result = await checkDirectory(path, rules, {
    onProgress: (progress) => {
      if (isDue()) report({ kind: 'progress', progress });
    },
    ...(sendsFindings && {
      onFinding: (finding: DirectoryFinding) => {
        if (findings.push(finding) >= findingsPerMessage) sendFindings();
      },
    }),
  });
  sendFindings();
  return result;
});
