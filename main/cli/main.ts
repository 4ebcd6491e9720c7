/** One run: the output, the commands, and what is said when something happens that must not. */
import { readFileSync } from 'node:fs';
import type { Environment } from '../app/state-dir.ts';
import type { CliContext } from './cli-context.ts';
import { formatCrashReport, writeCrashReport } from './crash-report.ts';
import type { ExitCode } from './exit-code.ts';
import { createOutput } from './output.ts';
import { runProgram } from './program.ts';
import { crashDirFromArgs } from './state-dir.ts';

export async function main(args: readonly string[], env: Environment = process.env): Promise<ExitCode> {
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
  const secrets = new Set<string>();
  const output = createOutput(process, env, options.includes('--json'), secrets);
  const key = env['LADING_API_KEY']?.trim();
  if (key) secrets.add(key);
  const version = ownVersion();
  const activeUpload: CliContext['activeUpload'] = { resume: null };
  const context: CliContext = { output, env, version, secrets, activeUpload };

  const crash = (error: unknown): ExitCode => {
    const written = writeCrashReport(
      formatCrashReport(error, version, secrets),
      crashDirFromArgs(options, env),
    );
    const where = written === null ? 'The details could not be written' : `The details are in ${written}`;
    const failed = `Lading failed where it should not have. ${where}`;
    const { resume } = activeUpload;
    if (resume === null) {
      output.fail({ code: 'unexpected', message: failed });
      return 1;
    }
    const kept = 'Nothing that the platform acknowledged is lost.';
    output.fail({ code: 'unexpected', message: `${failed}. ${kept}` }, { resume });
    output.print(`Go on with: ${resume}`);
    return 3;
  };
  // A bug outside the awaited work: nothing after it can be trusted, so the process ends.
  const atOnce = (error: unknown) => process.exit(crash(error));
  process.on('uncaughtException', atOnce);
  process.on('unhandledRejection', atOnce);

  try {
    return await runProgram(context, args);
  } catch (error) {
    return crash(error);
  }
}

function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const parsed: unknown = JSON.parse(text);
  const version: unknown =
    typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'version') : null;
  return typeof version === 'string' ? version : '0';
}
