/** Commands and options (design, Commands). Parsing alone: what a command does is in its own file. */
import { Command, CommanderError, Option } from 'commander';
import type { CliContext } from './cli-context.ts';
import type { DemoOptions } from './commands/demo.ts';
import type { ReceiptOptions } from './commands/receipt.ts';
import type { ResumeOptions } from './commands/resume.ts';
import type { SandboxCommandOptions } from './commands/sandbox.ts';
import type { UploadOptions } from './commands/upload.ts';
import type { VerifyOptions } from './commands/verify.ts';
import type { ExitCode } from './exit-code.ts';
import * as value from './options.ts';

/** Parses and runs. Usage errors come back as exit 1, told on the output. */
export async function runProgram(context: CliContext, args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = buildProgram(context, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 1;
  }
}

function buildProgram(context: CliContext, done: (code: ExitCode) => void): Command {
  const { output } = context;
  const program = new Command('lading')
    .description('Brings evidence into a document-review platform: in parts, resumable, and accounted for.')
    .version(context.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.help(text),
      getOutHelpWidth: () => Math.min(output.width, 110),
      outputError: (text) => output.fail({ code: 'bad-input', message: usageMessage(text) }),
      // Help that is shown because nothing was asked for.
      writeErr: (text) => output.help(text),
    })
    .addHelpText('after', epilogue);

  server(
    common(
      limits(
        command(program, 'upload', 'send files, folders and links into a dataset')
          .argument('[path...]', 'files and folders')
          .requiredOption('--database <id>', 'the database that receives them', value.positiveInteger)
          .option('--dataset <name>', 'a new dataset of this name', value.nonEmpty)
          .option('--dataset-id <id>', 'a dataset that exists', value.positiveInteger)
          .option('--description <text>', 'what the new dataset is')
          .option('--settings <file>', 'processing settings of the new dataset: a JSON object')
          .option(
            '--custodian <name>',
            'the custodian of every file that no rule names one for',
            value.nonEmpty,
          )
          .option(
            '--custodian-by <rule>',
            'folder:N: the folder at level N below a chosen one',
            value.custodianRule,
          )
          .option(
            '--link <url>',
            'a direct link the platform fetches by itself; may be repeated',
            value.collect,
          )
          .option('--password-file <file>', 'passwords of encrypted files, one a line')
          .option('--follow-symlinks', 'go into symbolic links')
          .option('--no-sha1', 'send no SHA-1 of the whole file')
          .addOption(
            new Option('--part-check <when>', 'compare the MD5 of parts')
              .choices(['auto', 'always', 'never'])
              .default('auto'),
          )
          .option('--dry-run', 'take the inventory, show the plan, send nothing'),
      ),
    ),
  ).action(async (paths: string[], options: UploadOptions) => {
    done(await (await import('./commands/upload.ts')).upload(context, paths, options));
  });

  server(
    common(
      limits(
        command(program, 'resume', 'go on with an upload, or with every unfinished one')
          .argument('[upload]', 'its number', value.positiveInteger)
          .option('--retry-failed', 'try again what failed, and read folders that could not be read')
          .option('--link <url>', 'a direct link, given again in full; may be repeated', value.collect)
          .addOption(
            new Option('--held <how>', 'what is held, because nobody knows whether it arrived')
              .choices(['ask', 'retry', 'skip'])
              .default('ask'),
          ),
      ),
    ),
  ).action(async (upload: number | undefined, options: ResumeOptions) => {
    done(await (await import('./commands/resume.ts')).resume(context, upload, options));
  });

  common(
    command(program, 'status', 'show the uploads, or one of them with its problems').argument(
      '[upload]',
      'its number',
      value.positiveInteger,
    ),
  ).action(async (upload: number | undefined, options: value.CommonOptions) => {
    done(await (await import('./commands/status.ts')).status(context, upload, options));
  });

  common(
    command(program, 'receipt', 'write the account of an upload: every file, its hash, its fate')
      .argument('<upload>', 'its number', value.positiveInteger)
      .addOption(
        new Option('--format <format>', 'json, unless the file is named .csv').choices(['json', 'csv']),
      )
      .option('--out <file>', 'write to a file instead of the output', value.nonEmpty)
      .option('--force', 'replace the file if it exists'),
  ).action(async (upload: number, options: ReceiptOptions) => {
    done(await (await import('./commands/receipt.ts')).receipt(context, upload, options));
  });

  json(
    command(program, 'verify', 'check a receipt, and the files against it')
      .argument('<receipt>', 'a JSON receipt')
      .option('--against <dir>', 'the folder that holds the files', value.nonEmpty),
  ).action(async (path: string, options: VerifyOptions) => {
    done(await (await import('./commands/verify.ts')).verify(context, path, options));
  });

  common(
    command(program, 'sandbox', 'run the platform on this computer, for practice')
      .option('--port <n>', 'the port; 0 takes a free one', value.port, 8475)
      .option('--data <dir>', 'where it keeps what it receives')
      .option('--faults <file>', 'misbehave as this file says'),
  ).action(async (options: SandboxCommandOptions) => {
    done(await (await import('./commands/sandbox.ts')).sandbox(context, options));
  });

  command(program, 'demo', 'see it work: the sample matter, sent into a sandbox, and its receipt')
    .option('--keep <dir>', 'keep the sandbox, the store and the receipt in this folder', value.nonEmpty)
    .action(async (options: DemoOptions) => {
      done(await (await import('./commands/demo.ts')).demo(context, options));
    });

  return program;
}

function command(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).allowExcessArguments(false);
}

function limits(command: Command): Command {
  return command
    .option('--concurrency <n>', 'parts in flight at the most', value.concurrency)
    .option('--limit-rate <rate>', 'bytes a second at the most, as in 50M', value.limitRate);
}

function json(command: Command): Command {
  return command.option('--json', 'one JSON object a line');
}

function common(command: Command): Command {
  return json(command.option('--state <dir>', 'where Lading keeps its store', value.nonEmpty));
}

function server(command: Command): Command {
  return command
    .option('--server <url>', "the platform's address (or LADING_SERVER)", value.nonEmpty)
    .option('--profile <file>', 'an interface profile of your own', value.nonEmpty)
    .option('--key-file <file>', 'a file that holds the API key (or LADING_API_KEY)', value.nonEmpty);
}

/** commander repeats what it does not know; a key given as `--key=…` must not come back on the output. */
export function usageMessage(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^error: /, '')
    .replace(/(unknown option '--?[\w-]*)=[^']*'/, "$1=…'");
}

const epilogue = `
The API key comes from LADING_API_KEY or --key-file, never from the command line.

Exit codes: 0 all sent · 1 usage or bad input · 2 finished, some files failed or are held
            3 stopped, can be resumed · 4 key refused

Examples:
  lading demo
  lading upload ./Smith ./Jones --database 12 --dataset "Volume 1" --custodian-by folder:1
  lading receipt 1 --out receipt-1.json
  lading verify receipt-1.json --against ./Smith
`;
