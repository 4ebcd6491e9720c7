import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { plan } from '../../main/cli/words/plan.ts';
import { type CommandResult, jsonLines, type Running, start } from '../cli/command.ts';
import type { Random } from './random.ts';
import type { SmallDisk } from './small-disk.ts';

export const clock = fileURLToPath(new URL('./clock.ts', import.meta.url));

/** As a person retries what failed: a platform that gives wrong ETags refuses files. */
const maxRetries = 5;
const retryAfterMs = 3_000;

/** Node's own, and those of a command that reads one source. */
const threadsAtRest = 16;
/** Measured: 28 MB for a thread that reads, which strips types from its source as it loads; 15 MB when bundled. */
const threadBytes = 15_000_000;

export interface ClientOptions {
  readonly name: string;
  readonly stateDir: string;
  readonly disk: SmallDisk;
  readonly roots: readonly string[];
  readonly serverUrl: string;
  readonly databaseId: number;
  readonly profilePath: string;
  /** Of accounts that may upload. */
  readonly apiKeys: readonly string[];
  readonly clockFile: string;
  readonly random: Random;
  readonly log: (line: string) => void;
}

/** Runs `lading upload`, and `lading resume` after whatever ended it, until the upload is finished. */
export class Client {
  readonly options: ClientOptions;
  /** What no disturbance explains. */
  readonly findings: string[] = [];
  output = '';
  /** Roots that were away when the upload was created, as the command said. A person uploads them again. */
  readonly emptyRoots = new Set<string>();
  /** A file was written to: it may have failed. */
  mayFail = false;
  readonly isHashed: boolean;
  uploadId = '1';
  peakBytes = 0;
  /** The most of it without what threads hold, each of which loads its own copy of the source. */
  peakBytesWithoutThreads = 0;
  peakThreads = 0;
  #running: Running | null = null;
  #retries = 0;
  #lastCommand = '';
  #apiKey: string;
  #isFinished = false;

  constructor(options: ClientOptions) {
    this.options = options;
    this.isHashed = options.random.chance(0.8);
    this.#apiKey = options.random.pick(options.apiKeys);
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  get datasetName(): string {
    return `Soak ${this.options.name}`;
  }

  /** Ends when the upload is finished, when something unexplained happened, or after `signal`. */
  async finish(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.findings.length === 0) {
      const command = await this.#nextCommand();
      if (command === null) {
        await delay(100);
        continue;
      }
      const code = await this.#run(command);
      if (code === 2 && this.#retries < maxRetries) {
        this.#retries += 1;
        await delay(retryAfterMs, undefined, { ref: false });
        continue;
      }
      if (code === 0 || (code === 2 && this.mayFail)) {
        // An earlier one may have ended before it had anything to keep.
        await this.#nextCommand();
        this.#isFinished = true;
        return;
      }
      if (code === 1 || code === 2 || code === 4) this.#checkEnd(code);
      await delay(this.options.random.int(0, 500));
    }
  }

  /** SIGKILL: nothing can be saved any more. */
  kill(): void {
    this.#running?.child.kill('SIGKILL');
  }

  interrupt(): void {
    this.#running?.child.kill('SIGINT');
  }

  changeKey(): void {
    this.#apiKey = this.options.random.pick(this.options.apiKeys);
    this.interrupt();
  }

  /** A command of its own, e.g. `receipt`, with this client's state folder. */
  command(...args: readonly string[]): Promise<CommandResult> {
    return start([...args, '--state', this.options.stateDir], { env: this.#env() }).ended;
  }

  verify(receipt: string): Promise<CommandResult> {
    return this.command('verify', receipt);
  }

  #env(): Readonly<Record<string, string>> {
    const { serverUrl, clockFile } = this.options;
    return {
      LADING_SERVER: serverUrl,
      LADING_API_KEY: this.#apiKey,
      NODE_OPTIONS: `--import ${clock}`,
      SOAK_CLOCK_FILE: clockFile,
    };
  }

  /** Null if what there is can't be told: the disk may be full. A second upload would send everything twice. */
  async #nextCommand(): Promise<readonly string[] | null> {
    const { roots, databaseId, random, profilePath } = this.options;
    const limits = ['--limit-rate', `${random.pick([1, 2, 4, 8])}M`, '--profile', profilePath];
    const { code, out } = await this.command('status', '--json');
    if (code !== 0) return null;
    const [upload] = out === '' ? [] : jsonLines(out).filter((line) => line['event'] === 'upload');
    if (upload !== undefined) {
      this.uploadId = String(upload['id']);
      const retry = upload['state'] === 'finished' ? ['--retry-failed'] : [];
      return ['resume', this.uploadId, ...retry, ...limits];
    }
    const packs = ['--pack', random.pick(['auto', 'always', 'never'])];
    const hashes = this.isHashed ? [] : ['--no-sha1'];
    const custodians = ['--custodian-by', 'folder:1', '--custodian', 'Unassigned'];
    return [
      'upload',
      ...roots,
      '--database',
      String(databaseId),
      '--dataset',
      this.datasetName,
      ...custodians,
      ...packs,
      ...hashes,
      ...limits,
    ];
  }

  async #run(command: readonly string[]): Promise<number | null> {
    const { stateDir, log, name } = this.options;
    this.#lastCommand = command[0] ?? '';
    log(`${name}: lading ${this.#lastCommand}`);
    const running = start([...command, '--state', stateDir], { env: this.#env() });
    this.#running = running;
    const sampling = setInterval(() => this.#sampleMemory(running.child.pid), 200);
    const { code, out, err } = await running.ended;
    clearInterval(sampling);
    this.#running = null;
    this.output = `${this.output}${out}${err}`.slice(-200_000);
    for (const root of this.options.roots)
      if (err.includes(plan.emptySource(root))) this.emptyRoots.add(root);
    log(`${name}: ended with ${code}${err === '' ? '' : `: ${err.trim().split('\n').at(-1)}`}`);
    return code;
  }

  #checkEnd(code: number): void {
    // Nothing was started yet, or could not be: the next command starts it.
    if (code === 1 && (this.#lastCommand === 'upload' || this.options.disk.wasFullRecently)) return;
    this.findings.push(
      `lading ${this.#lastCommand} ended with exit code ${code}:\n${this.output.slice(-3000)}`,
    );
  }

  #sampleMemory(pid: number | undefined): void {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const bytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
      const threads = Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      this.peakBytes = Math.max(this.peakBytes, bytes);
      this.peakThreads = Math.max(this.peakThreads, threads);
      // The allocator keeps what threads that ended had.
      const others = Math.max(0, this.peakThreads - threadsAtRest);
      this.peakBytesWithoutThreads = Math.max(this.peakBytesWithoutThreads, bytes - others * threadBytes);
    } catch {
      // It has just ended.
    }
  }
}
