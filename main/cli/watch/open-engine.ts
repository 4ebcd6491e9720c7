import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { Engine } from '../../engine/index.ts';
import { type CliContext, engineOptions } from '../cli-context.ts';
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
  const shared = await engineOptions(context, options);
  const { openEngine } = await import('../../engine/index.ts');
  const reportBug = await bugReporter(context, shared.stateDir);
  return openEngine({ ...shared, command, watchLimits: transferLimits(options), reportBug });
}

export type ReportBug = (where: string, error: unknown) => void;

/** A service that finds a bug writes a crash report, says so, and goes on. What the store refuses is said, and is no bug. */
export async function bugReporter(
  { output, version, secrets }: Pick<CliContext, 'output' | 'version' | 'secrets'>,
  stateDir: string,
): Promise<ReportBug> {
  const { storeFailure, storeFileName } = await import('../../engine/index.ts');
  let reports = 0;
  return (where, error) => {
    const refused = storeFailure(error, storeFileName);
    if (refused !== null) return output.fail(refused, { where });
    reports += 1;
    const details = formatCrashReport(error, version, secrets);
    const report = reports > maxReports ? null : writeCrashReport(details, stateDir);
    output.fail({ code: 'bug', report, resume: null }, { where });
  };
}
