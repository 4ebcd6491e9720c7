/** `lading watch` over a sandbox: folders with their config files, and what arrives, for one file of tests. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type CommandResult, jsonLines, type Running, start } from './command.ts';
import { lading } from './in-process.ts';
import { makeUploadEvidence } from './upload-evidence.ts';

/** Rules that don't wait longer than a test likes to. */
const quick = { settleSeconds: 1, quietSeconds: 1, rescanSeconds: 1, datasetPer: 'rule' };

/** Makes the sandbox. It ends with the last test of the file that calls it. */
export async function makeWatchCommand() {
  const made = await makeUploadEvidence();
  const { dir, options, receivedIn, sandbox } = made;
  let folders = 0;

  /** A folder, a config file with a rule for it, and a data folder, with names of their own. */
  function watched(what: string) {
    folders += 1;
    const name = `${what} ${folders}`;
    const folder = join(dir, `${name} inbox`);
    mkdirSync(folder);
    const state = join(dir, `${name} state`);
    const config = join(dir, `${name}.json`);
    const rule = { name, path: `${name} inbox`, database: sandbox.databaseId, dataset: name, ...quick };
    const configure = (watch: readonly object[] = [rule]) => writeFileSync(config, JSON.stringify({ watch }));
    configure();
    return {
      name,
      folder,
      state,
      rule,
      config,
      configure,
      args: (...more: readonly string[]) => ['watch', '--config', config, '--state', state, ...more],
      drop(file: string, text: string) {
        mkdirSync(join(folder, file, '..'), { recursive: true });
        writeFileSync(join(folder, file), text);
      },
      status: () => lading(['watch', '--status', '--state', state, '--json']),
    };
  }

  /** Starts the command, which ends with the test. */
  function run(args: readonly string[], given = options()): Running {
    const running = start(args, given);
    onTestFinished(async () => {
      running.child.kill('SIGKILL');
      await running.ended;
    });
    return running;
  }

  /** Names of the files in a dataset, each with its content, sorted. */
  async function sent(dataset: string): Promise<readonly (readonly [string, string])[]> {
    const received = await receivedIn(dataset);
    return received
      .map(
        ({ filename, assembledPath }) =>
          [basename(filename), readFileSync(assembledPath ?? '', 'utf8')] as const,
      )
      .sort();
  }

  /** Waits until this many source files of a dataset were asked for the operation. */
  async function untilRequested(operation: 'PutPart' | 'PostSourceFile', dataset: string, files: number) {
    const requested = async () => {
      const requests = await sandbox.inspect('requests', { limit: 10_000 });
      const ids = new Set(
        requests.filter((one) => one.operation === operation).map((one) => one.sourceFileId),
      );
      return (await receivedIn(dataset)).filter(({ id }) => ids.has(id));
    };
    await until(requested, ({ length }) => length === files);
  }

  return { ...made, run, sent, untilRequested, watched };
}

export const event = (name: string) => new RegExp(`^{"event":"${name}".*\n`, 'm');
export const named = ({ out }: CommandResult, name: string) =>
  jsonLines(out).filter((line) => line['event'] === name);

/** Waits for a state that another process writes down. */
export async function until<T>(look: () => Promise<T>, isThere: (found: T) => boolean): Promise<T> {
  for (const endMs = performance.now() + 60_000; ; ) {
    const found = await look();
    if (isThere(found)) return found;
    if (performance.now() > endMs) throw new Error(`not in time: ${JSON.stringify(found)}`);
    await delay(100);
  }
}
