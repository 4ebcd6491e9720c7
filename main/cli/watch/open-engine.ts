import type { Result } from '../../../preload/contract/failures/failure.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import type { Engine } from '../../engine/index.ts';
import type { CliContext } from '../cli-context.ts';
import { formatCrashReport, writeCrashReport } from '../crash-report.ts';
import type { CommonOptions } from '../options/common.ts';
import { type LimitOptions, transferLimits } from '../options/limits.ts';

/** A bug may come back every minute for weeks. */
const maxReports = 20;

/** A bug in one rule is reported, and the others go on. Fails with store-locked while another process has the store. */
export async function openWatchEngineAs(
  context: CliContext,
  options: CommonOptions & LimitOptions,
  command: string,
): Promise<Result<Engine>> {
  const { output, version, secrets, env } = context;
  const stateDir = resolveStateDir(options.state, env);
  const { openEngine } = await import('../../engine/index.ts');
  let reports = 0;
  return openEngine({
    stateDir,
    command,
    version,
    watchLimits: transferLimits(options),
    reportBug(where, error) {
      reports += 1;
      const details = formatCrashReport(error, version, secrets);
      const report = reports > maxReports ? null : writeCrashReport(details, stateDir);
      output.fail({ code: 'bug', report, resume: null }, { where });
    },
  });
}
