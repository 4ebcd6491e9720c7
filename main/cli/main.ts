/** One run of the command line: its context, its commands, and what happens on a bug. */
import { takeEnvironment } from '../../preload/contract/environment.ts';
import { KnownSecrets } from '../../preload/contract/texts/known-secrets.ts';
import { setCall } from '../app/command-line.ts';
import type { Environment } from '../app/state-dir.ts';
import { environmentKey } from './api-key.ts';
import type { CliContext } from './cli-context.ts';
import { crashDirFromArgs, formatCrashReport, writeCrashReport } from './crash-report.ts';
import { isDamagedProgram } from './damaged-program.js';
import type { Outcome } from './exit-code.ts';
import { exitProcess } from './exit-process.ts';
import { runProgram } from './program.ts';
import { createOutput, type Streams } from './terminal/output.ts';
import { standardStreams } from './terminal/standard-streams.ts';
import { readVersion } from './version.ts';
import { resumeWith } from './words/uploads.ts';

export async function main(args: readonly string[]): Promise<Outcome> {
  const context = createContext(standardStreams(), takeEnvironment(process.env), args);
  const { output, env, version, secrets, activeUpload } = context;

  const crash = (error: unknown): Outcome => {
    const details = formatCrashReport(error, version, secrets);
    const report = writeCrashReport(details, crashDirFromArgs(optionsOf(args), env));
    const { resume } = activeUpload;
    output.fail({ code: 'bug', report, resume, isDamaged: isDamagedProgram(error) });
    if (resume === null) return 'refused';
    output.print(resumeWith(resume));
    return 'stopped';
  };
  // A bug outside the awaited work: nothing after it can be trusted, so the process exits.
  const crashAndExit = (error: unknown) => exitProcess(crash(error));
  process.on('uncaughtException', crashAndExit);
  process.on('unhandledRejection', crashAndExit);

  return output.flush(await runProgram(context, args).catch(crash));
}

export function createContext(streams: Streams, env: Environment, args: readonly string[]): CliContext {
  setCall(env, optionsOf(args));
  const secrets = new KnownSecrets();
  const key = environmentKey(env);
  if (key !== null) secrets.add([key]);
  const activeUpload = { resume: null, finish: null, isFinishing: false, hasBegun: false };
  const json = optionsOf(args).includes('--json');
  return {
    output: createOutput(streams, env, json, secrets, () => activeUpload.hasBegun),
    env,
    version: readVersion(),
    secrets,
    activeUpload,
  };
}

function optionsOf(args: readonly string[]): readonly string[] {
  return args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
}
