/** Commands and their options. Parsing only: each command is in a file of its own and is loaded when it runs. */
import { Argument, Command, CommanderError, Option } from 'commander';
import { csvSeparators } from '../../preload/contract/views/custodian-rule.ts';
import { inspectDataFolder, resolveStateDir } from '../app/state-dir.ts';
import { addOperations, apiArguments, mistakeText } from './api/operation-commands.ts';
import { type CliContext, reportFailure } from './cli-context.ts';
import type { Shell } from './commands/completion.ts';
import type { CancelOptions } from './commands/control.ts';
import type { DemoOptions } from './commands/demo.ts';
import type { DirectoryOptions, DirectorySyncOptions } from './commands/directory.ts';
import type { ReceiptOptions } from './commands/receipt.ts';
import type { ResumeOptions } from './commands/resume.ts';
import type { SandboxCommandOptions } from './commands/sandbox.ts';
import type { VerifyOptions } from './commands/verify.ts';
import type { WatchOptions } from './commands/watch.ts';
import type { ExitCode } from './exit-code.ts';
import * as value from './options.ts';
import { selectionOptions } from './selection-options.ts';
import { commonOptions, formOption, jsonOption, serverOptions } from './shared-options.ts';
import type { UploadOptions } from './upload-request.ts';
import {
  commands,
  completionEpilogue,
  directoryCommands,
  options as help,
  sandboxEpilogue,
  watchEpilogue,
  program as words,
} from './words/help.ts';

/** Parses and runs. A usage error is printed and returns 1. */
export async function runProgram(context: CliContext, args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = buildProgram(context, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(apiArguments(args), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    const { storeFailure, storeFileName } = await import('../engine/index.ts');
    const refused = storeFailure(error, storeFileName);
    if (refused === null) throw error;
    return reportFailure(context, refused);
  }
}

/** Before any command reads or writes in it. What else may be wrong with the folder is for the command to say. */
function refuseForeignFolder({ output, env }: CliContext, action: Command): void {
  if (!action.options.some((option) => option.attributeName() === 'state')) return;
  const { state } = action.opts<value.CommonOptions>();
  const found = inspectDataFolder(resolveStateDir(state, env));
  if (found.ok || found.failure.code !== 'folder-not-lading') return;
  output.fail(found.failure);
  throw new CommanderError(1, 'lading.folder', found.failure.code);
}

type SetExitCode = (code: ExitCode) => void;

const maxHelpWidth = 110;

export function buildProgram(context: CliContext, setExitCode: SetExitCode): Command {
  const { output } = context;
  const program = new Command('lading')
    .description(words.description)
    .version(context.version, '-V, --version', words.version)
    .helpOption('-h, --help', words.help)
    .helpCommand('help [command]', words.helpCommand)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.help(text),
      getOutHelpWidth: () => Math.min(output.width, maxHelpWidth),
      outputError: (text) => output.fail({ code: 'command-line', detail: usageMessage(text) }),
      // Help that is shown because there was no command.
      writeErr: (text) => output.help(text),
    })
    .addHelpText('after', words.epilogue)
    .hook('preAction', (_, action) => refuseForeignFolder(context, action));
  addUpload(program, context, setExitCode);
  addResume(program, context, setExitCode);
  addPause(program, context, setExitCode);
  addCancel(program, context, setExitCode);
  addStatus(program, context, setExitCode);
  addWatch(program, context, setExitCode);
  addDatabases(program, context, setExitCode);
  addDirectory(program, context, setExitCode);
  addApi(program, context, setExitCode);
  addReceipt(program, context, setExitCode);
  addVerify(program, context, setExitCode);
  addSigningKey(program, context, setExitCode);
  addSandbox(program, context, setExitCode);
  addDemo(program, context, setExitCode);
  addCompletion(program, context, setExitCode);
  return program;
}

function addUpload(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const { groups } = help;
  const upload = command(program, 'upload')
    .argument('[path...]', help.paths, value.nonEmptyPaths)
    .optionsGroup(groups.destination)
    .requiredOption('--database <id-or-name>', help.database, value.databaseRef)
    .option('--confirm-database <name>', help.confirmDatabase, value.nonEmptyOnce)
    .option('--yes', help.acceptInactive)
    .option('--dataset <name>', help.dataset, value.nonEmptyOnce)
    .option('--dataset-id <id>', help.datasetId, value.positiveInteger)
    .option('--description <text>', help.description, value.nonEmptyOnce)
    .option('--settings <file>', help.settings, value.nonEmptyOnce)
    .optionsGroup(groups.custodians)
    .option('--custodian <name>', help.custodian, value.once(value.custodian))
    .option('--custodian-by <rule>', help.custodianBy, value.custodianRule)
    .option('--custodian-map <file>', help.custodianMap, value.nonEmptyOnce)
    .addOption(new Option('--csv-separator <name>', help.csvSeparator).choices(Object.keys(csvSeparators)))
    .addOption(
      new Option('--custodian-template <name-or-file>', help.custodianTemplate)
        .argParser(value.nonEmptyOnce)
        .conflicts(['custodianBy', 'custodianMap']),
    )
    .option('--custodian-directory <file>', help.custodianDirectory, value.nonEmptyOnce)
    .option('--require-custodian-match', help.requireCustodianMatch)
    .optionsGroup(groups.selection);
  selectionOptions(upload)
    .optionsGroup(groups.checks)
    .option('--dry-run', help.dryRun)
    .option('--findings <file>', help.findings, value.nonEmptyOnce)
    // Locked files are found by opening them.
    .addOption(new Option('--no-preflight', help.noPreflight).conflicts(['passwordFile', 'lockedList']))
    .option('--password-file <file>', help.passwordFile, value.nonEmptyOnce)
    .option('--try-slow-files', help.trySlowFiles)
    .option('--locked-list <file>', help.lockedList, value.nonEmptyOnce)
    .optionsGroup(groups.links)
    .option('--link <url>', help.link, value.collect)
    .option('--mask-links', help.maskLinks)
    .optionsGroup(groups.transfer)
    .addOption(new Option('--pack <when>', help.pack).choices(['auto', 'always', 'never']).default('auto'))
    .addOption(
      new Option('--part-check <when>', help.partCheck).choices(['auto', 'always', 'never']).default('auto'),
    )
    .option('--no-sha1', help.noSha1)
    .option('--follow-symlinks', help.followSymlinks);
  limitOptions(upload).optionsGroup(groups.platform);
  serverOptions(upload).optionsGroup(groups.general);
  commonOptions(upload).action(async (paths: string[], options: UploadOptions) => {
    setExitCode(await (await import('./commands/upload.ts')).upload(context, paths, options));
  });
}

function addResume(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const resume = command(program, 'resume')
    .argument('[upload]', help.uploadNumber, value.positiveInteger)
    .option('--retry-failed', help.retryFailed)
    .option('--link <url>', help.linkAgain, value.collect)
    .option('--confirm-database <name>', help.confirmDatabase, value.nonEmpty)
    .addOption(
      new Option('--unavailable-sources <action>', help.unavailableSources)
        .choices(['wait', 'fail'])
        .default('wait'),
    )
    .addOption(
      new Option('--needs-review <action>', help.needsReview)
        .choices(['ask', 'retry', 'skip'])
        .default('ask'),
    );
  serverOptions(commonOptions(limitOptions(resume))).action(
    async (upload: number | undefined, options: ResumeOptions) => {
      setExitCode(await (await import('./commands/resume.ts')).resume(context, upload, options));
    },
  );
}

function addPause(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const pause = command(program, 'pause').argument('[upload]', help.uploadNumber, value.positiveInteger);
  commonOptions(pause).action(async (upload: number | undefined, options: value.CommonOptions) => {
    setExitCode(await (await import('./commands/control.ts')).pause(context, upload, options));
  });
}

function addCancel(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const cancel = command(program, 'cancel')
    .argument('<upload>', help.uploadNumber, value.positiveInteger)
    .option('--yes', help.yes);
  commonOptions(cancel).action(async (upload: number, options: CancelOptions) => {
    setExitCode(await (await import('./commands/control.ts')).cancel(context, upload, options));
  });
}

function addStatus(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const status = command(program, 'status').argument('[upload]', help.uploadNumber, value.positiveInteger);
  commonOptions(status).action(async (upload: number | undefined, options: value.CommonOptions) => {
    setExitCode(await (await import('./commands/status.ts')).status(context, upload, options));
  });
}

function addWatch(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const watch = command(program, 'watch')
    .option('--config <file>', help.watchConfig, value.nonEmptyOnce)
    .addOption(
      new Option('--check', help.watchCheck).conflicts([
        'once',
        'metrics',
        'receipts',
        'logFile',
        'concurrency',
        'limitRate',
      ]),
    )
    .option('--once', help.once)
    .option('--receipts <dir>', help.receipts, value.nonEmptyOnce)
    .option('--metrics <port>', help.metrics, value.port)
    .option('--log-file <file>', help.logFile, value.nonEmptyOnce)
    .option('--concurrency <n>', help.watchConcurrency, value.concurrency)
    .option('--limit-rate <rate>', help.watchLimitRate, value.byteRate)
    .addOption(
      new Option('--status', help.watchStatus).conflicts([
        'config',
        'check',
        'once',
        'metrics',
        'receipts',
        'logFile',
        'concurrency',
        'limitRate',
      ]),
    )
    .addHelpText('after', watchEpilogue);
  serverOptions(commonOptions(watch)).action(async (options: WatchOptions) => {
    setExitCode(await (await import('./commands/watch.ts')).watch(context, options));
  });
}

function addDatabases(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  serverOptions(commonOptions(command(program, 'databases'))).action(async (options: value.ServerOptions) => {
    setExitCode(await (await import('./commands/databases.ts')).databases(context, options));
  });
}

function addDirectory(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const directory = command(program, 'directory');
  const subcommand = (name: keyof typeof directoryCommands) =>
    directory
      .command(name)
      .description(directoryCommands[name])
      .allowExcessArguments(false)
      .argument('<file>', help.csv, value.nonEmpty);
  const check = subcommand('check').addOption(formOption(help.directoryForm));
  jsonOption(check.option('--profile <file>', help.profile, value.nonEmpty)).action(
    async (file: string, options: DirectoryOptions) => {
      setExitCode(await (await import('./commands/directory.ts')).directoryCheck(context, file, options));
    },
  );
  const sync = subcommand('sync')
    .requiredOption('--directory-id <id>', help.directoryId, value.positiveInteger)
    .option('--yes', help.yes);
  jsonOption(serverOptions(sync, help.directoryForm)).action(
    async (file: string, options: DirectorySyncOptions) => {
      setExitCode(await (await import('./commands/directory.ts')).directorySync(context, file, options));
    },
  );
}

function addApi(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  addOperations(
    command(program, 'api'),
    async (operation, options, own) => {
      setExitCode(await (await import('./commands/api.ts')).api(context, operation, options, own));
    },
    (message, operation) =>
      context.output.fail({ code: 'command-line', detail: mistakeText(usageMessage(message), operation) }),
  );
}

function addReceipt(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const receipt = command(program, 'receipt')
    .argument('<upload>', help.uploadNumber, value.positiveInteger)
    .addOption(new Option('--format <format>', help.format).choices(['json', 'csv']))
    .option('--out <file>', help.out, value.nonEmpty)
    .option('--force', help.force)
    .option('--timestamp-url <url>', help.timestampUrl, value.nonEmpty)
    .option('--timestamp-ca <file>', help.timestampCa, value.nonEmpty);
  commonOptions(receipt).action(async (upload: number, options: ReceiptOptions) => {
    setExitCode(await (await import('./commands/receipt.ts')).receipt(context, upload, options));
  });
}

function addVerify(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const verify = command(program, 'verify')
    .argument('<receipt>', help.receipt, value.nonEmpty)
    .option('--against <dir>', help.against, value.nonEmpty)
    .option('--key <fingerprint>', help.signerKey, value.nonEmpty)
    .option('--head <hash>', help.head, value.nonEmpty)
    .option('--timestamp-ca <file>', help.verifyTimestampCa, value.nonEmpty);
  commonOptions(verify).action(async (path: string, options: VerifyOptions) => {
    setExitCode(await (await import('./commands/verify.ts')).verify(context, path, options));
  });
}

function addSigningKey(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  commonOptions(command(program, 'signing-key')).action(async (options: value.CommonOptions) => {
    setExitCode(await (await import('./commands/signing-key.ts')).signingKey(context, options));
  });
}

function addSandbox(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const sandbox = command(program, 'sandbox')
    .option('--port <n>', help.port, value.port, value.defaultSandboxPort)
    .option('--data <dir>', help.data, value.nonEmpty)
    .addOption(
      new Option('--form <form>', help.sandboxForm).choices(['base', 'extended']).default('extended'),
    )
    .option('--tls', help.tls)
    .option('--faults <file>', help.faults, value.nonEmpty)
    .addHelpText('after', sandboxEpilogue)
    .option('--page', help.page)
    .option('--delete-data', help.deleteData)
    .option('--yes', help.yes);
  commonOptions(sandbox).action(async (options: SandboxCommandOptions) => {
    setExitCode(await (await import('./commands/sandbox.ts')).sandbox(context, options));
  });
}

function addDemo(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  command(program, 'demo')
    .option('--keep <dir>', help.keep, value.nonEmpty)
    .action(async (options: DemoOptions) => {
      setExitCode(await (await import('./commands/demo.ts')).demo(context, options));
    });
}

function addCompletion(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  command(program, 'completion')
    .addArgument(new Argument('<shell>', help.shell).choices(['bash', 'zsh', 'fish', 'powershell']))
    .addHelpText('after', completionEpilogue)
    .action(async (shell: Shell) => {
      setExitCode(await (await import('./commands/completion.ts')).completion(context, shell, program));
    });
}

function command(program: Command, name: keyof typeof commands): Command {
  return program.command(name).description(commands[name]).allowExcessArguments(false);
}

function limitOptions(command: Command): Command {
  return command
    .option('--concurrency <n>', help.concurrency, value.concurrency)
    .option('--limit-rate <rate>', help.limitRate, value.byteRate)
    .option('--hours <hours>', help.hours, value.weeklyHours);
}

/** commander repeats what it doesn't know; a key given as `--key=…` must not be printed. */
export function usageMessage(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^error: /, '')
    .replace(/(unknown option '--?[\w-]*)=[^']*'/, "$1=…'");
}
