/** Runs commands that end without a signal in this process, which takes a tenth of the time that a process of its own needs. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setCall } from '../../main/app/command-line.ts';
import { exitCodeOf } from '../../main/cli/exit-code.ts';
import { createContext } from '../../main/cli/main.ts';
import { runProgram } from '../../main/cli/program.ts';
import { type CommandResult, cleanEnv, type RunOptions } from './command.ts';

/** One at a time where `cwd` is given: the working folder is the process's. */
export async function lading(
  args: readonly string[],
  { env, cwd = process.cwd() }: Pick<RunOptions, 'env' | 'cwd'> = {},
): Promise<CommandResult> {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const printed = Promise.all([text(streams.stdout), text(streams.stderr)]);
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = exitCodeOf(await runProgram(createContext(streams, cleanEnv(env), args), args));
    streams.stdout.end();
    streams.stderr.end();
    const [out, err] = await printed;
    return { code, out, err };
  } finally {
    setCall({});
    process.chdir(before);
  }
}
