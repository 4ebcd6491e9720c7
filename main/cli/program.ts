/** The program and its commands. Parsing only: what a command does is loaded when it is called. */
import { Command, CommanderError } from 'commander';
import { calledAs } from '../app/command-line.ts';
import { inspectDataFolder, resolveStateDir } from '../app/state-dir.ts';
import { apiArguments } from './api/operation-names.ts';
import { type CliContext, reportFailure } from './cli-context.ts';
import { api } from './commands/api.ts';
import { cancel } from './commands/cancel.ts';
import { completion } from './commands/completion.ts';
import { databases } from './commands/databases.ts';
import { demo } from './commands/demo.ts';
import { directory, directoryCheck, directorySync } from './commands/directory.ts';
import { pause } from './commands/pause.ts';
import { receipt } from './commands/receipt.ts';
import { resume } from './commands/resume.ts';
import { sandbox } from './commands/sandbox.ts';
import { signingKey } from './commands/signing-key.ts';
import { status } from './commands/status.ts';
import { upload } from './commands/upload.ts';
import { verify } from './commands/verify.ts';
import { watch } from './commands/watch.ts';
import type { AddCommand, CommandSession } from './define-command.ts';
import type { Outcome } from './exit-code.ts';
import { outcomes } from './exit-codes.js';
import type { CommonOptions } from './options/common.ts';
import { usageMessage } from './usage-error.ts';

/** In the order of the help, each with what runs it, which is loaded when it is called. */
const commands: Readonly<Record<string, AddCommand>> = {
  upload: upload(async () => (await import('./run/upload.ts')).upload),
  resume: resume(async () => (await import('./run/resume.ts')).resume),
  pause: pause(async () => (await import('./run/control.ts')).pause),
  cancel: cancel(async () => (await import('./run/control.ts')).cancel),
  status: status(async () => (await import('./run/status.ts')).status),
  watch: watch(async () => (await import('./run/watch.ts')).watch),
  databases: databases(async () => (await import('./run/databases.ts')).databases),
  directory: directory(
    directoryCheck(async () => (await import('./run/directory.ts')).directoryCheck),
    directorySync(async () => (await import('./run/directory.ts')).directorySync),
  ),
  api: api(async () => (await import('./run/api.ts')).api),
  receipt: receipt(async () => (await import('./run/receipt.ts')).receipt),
  verify: verify(async () => (await import('./run/verify.ts')).verify),
  'signing-key': signingKey(async () => (await import('./run/signing-key.ts')).signingKey),
  sandbox: sandbox(async () => (await import('./run/sandbox.ts')).sandbox),
  demo: demo(async () => (await import('./run/demo.ts')).demo),
  completion: completion(async () => (await import('./run/completion.ts')).completion),
};

const maxHelpWidth = 110;

const epilogue = () => `
Set the API key in LADING_API_KEY or pass --key-file FILE. Other users of this computer could
read a key on the command line, so no option takes one.

Exit codes:
${exitCodeLines().join('\n')}

Examples:
  ${calledAs()} demo
  ${calledAs()} upload ./Smith ./Jones --database 12 --dataset "Volume 1" --custodian-by folder:1
  ${calledAs()} receipt 1 --out receipt-1.json
  ${calledAs()} verify receipt-1.json --against ./Smith
  ${calledAs()} api GetDatabases --all
`;

/** As the help and docs/command-line.md have them. */
function exitCodeLines(): readonly string[] {
  return Object.values(outcomes).map(([code, meaning]) => `  ${code}  ${meaning}`);
}

/** Parses and runs. A usage error is printed and returns 1. */
export async function runProgram(context: CliContext, args: readonly string[]): Promise<Outcome> {
  let outcome: Outcome = 'done';
  const parsed = apiArguments(args);
  const setOutcome = (came: Outcome): void => {
    outcome = came;
  };
  try {
    await buildProgram(context, setOutcome, parsed).parseAsync(parsed, { from: 'user' });
    return outcome;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 'done' : 'refused';
    const { storeFailure, storeFileName } = await import('../engine/index.ts');
    const refused = storeFailure(error, storeFileName);
    if (refused === null) throw error;
    return reportFailure(context, refused);
  }
}

/** With every command, unless the arguments begin with the name of one that needs no other: they take time. */
export function buildProgram(
  context: CliContext,
  setOutcome: CommandSession['setOutcome'],
  args: readonly string[] = [],
): Command {
  const { output } = context;
  const program = new Command('lading')
    .description(
      'Upload evidence to a document-review platform: resumable, verified, with a receipt for every file.',
    )
    .version(context.version, '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand('help [command]', 'Show help for a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.help(text),
      getOutHelpWidth: () => Math.min(output.width, maxHelpWidth),
      outputError: (text) => output.fail({ code: 'command-line', detail: usageMessage(text) }),
      // Help that is shown because there was no command.
      writeErr: (text) => output.help(text),
    })
    .addHelpText('after', epilogue)
    .hook('preAction', (_, action) => refuseForeignFolder(context, action));
  const [named = ''] = args;
  const isAlone = Object.hasOwn(commands, named) && named !== 'completion';
  for (const add of isAlone ? [commands[named]] : Object.values(commands))
    add?.(program, { context, setOutcome });
  return program;
}

/** Before any command reads or writes in it. What else may be wrong with the folder is for the command to say. */
function refuseForeignFolder({ output, env }: CliContext, action: Command): void {
  if (!action.options.some((option) => option.attributeName() === 'state')) return;
  const { state } = action.opts<CommonOptions>();
  const found = inspectDataFolder(resolveStateDir(state, env));
  if (found.ok || found.failure.code !== 'folder-not-lading') return;
  output.fail(found.failure);
  throw new CommanderError(1, 'lading.folder', found.failure.code);
}
