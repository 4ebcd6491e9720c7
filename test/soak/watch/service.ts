import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { nodeEnv, nodeOptions } from '../../bench/lading-cli.ts';
import { type CommandResult, type Running, start } from '../../cli/command.ts';
import type { Client } from '../client.ts';
import type { Random } from '../random.ts';

/** Parts that are under way have 30 seconds, and the service may be put to sleep meanwhile. */
const stopMs = 60_000;
/** A disturbance has an effect for some time after its end. */
const recentMs = 15_000;
const finishes = 3;

export interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface ServiceOptions
  extends Pick<Client['options'], 'disk' | 'stateDir' | 'serverUrl' | 'clockFile' | 'log'> {
  readonly configPath: string;
  readonly profilePath: string;
  readonly keyFile: string;
  readonly home: string;
  /** Modules that Node imports first. */
  readonly imports: readonly string[];
  /** Null for the soak's own. */
  readonly user: User | null;
  readonly random: Random;
}

/** Runs `lading watch`, and again after whatever ended it. */
export class Service {
  readonly options: ServiceOptions;
  /** What no disturbance explains. */
  readonly findings: string[] = [];
  output = '';
  peakBytes = 0;
  /** Of the one that ran for longest. */
  longestMs = 0;
  #running: Running | null = null;
  #isKilled = false;
  #isSignaled = false;
  #excuses = 0;
  #excusedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ServiceOptions) {
    this.options = options;
  }

  async runUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const code = await this.#run(this.options.random.chance(0.15) ? ['--once'] : []);
      // A signal before it was ready for one.
      if (code === null && this.#isSignaled) continue;
      // --once says what it could not wait for.
      if (code !== 0 && !this.#isKilled && !this.#isExcused && ![2, 3, 4, 5].includes(code ?? -1))
        this.findings.push(`lading watch ended with ${code}:\n${this.output.slice(-3000)}`);
      await delay(this.options.random.int(0, 800));
    }
  }

  /** While `work` is done, a start may be refused. */
  async excuse(work: () => Promise<void>): Promise<void> {
    this.#excuses += 1;
    await work();
    this.#excuses -= 1;
    this.#excusedAt = performance.now();
  }

  get #isExcused(): boolean {
    return (
      this.#excuses > 0 || performance.now() - this.#excusedAt < recentMs || this.options.disk.wasFullRecently
    );
  }

  /** SIGKILL: nothing can be saved any more. */
  kill(): void {
    this.#isKilled = true;
    this.#running?.child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    this.#isSignaled = true;
    running.child.kill('SIGTERM');
    const timer = setTimeout(() => {
      this.findings.push(`lading watch did not end ${stopMs / 1000} s after SIGTERM`);
      this.kill();
    }, stopMs);
    await running.ended;
    clearTimeout(timer);
  }

  reload(): void {
    this.#isSignaled = true;
    this.#running?.child.kill('SIGHUP');
  }

  /** As on a computer that sleeps: nothing of it runs meanwhile. */
  async sleep(ms: number): Promise<void> {
    const running = this.#running;
    running?.child.kill('SIGSTOP');
    await delay(ms);
    running?.child.kill('SIGCONT');
  }

  /** Sends what is left, also what failed while a permission was missing, and what a person retries. */
  async finish(ms: number): Promise<void> {
    const timer = setTimeout(() => {
      this.findings.push(`lading watch --once did not end after ${ms / 1000} s`);
      this.kill();
    }, ms);
    let code = await this.#run(['--once']);
    for (let again = 1; again < finishes && code === 2; again += 1) {
      await this.#retryFailed();
      code = await this.#run(['--once']);
    }
    clearTimeout(timer);
    if (code !== 0 && code !== 2)
      this.findings.push(`lading watch --once ended with ${code}:\n${this.output.slice(-3000)}`);
  }

  command(...args: readonly string[]): Promise<CommandResult> {
    return this.#start(args).ended;
  }

  /** As a person does with what the platform refused, and with what may have arrived. */
  async #retryFailed(): Promise<void> {
    const { stateDir, serverUrl, profilePath, keyFile } = this.options;
    const db = new Sqlite(join(stateDir, 'lading.db'), { readonly: true });
    const uploads = db
      .prepare<[], number>(
        `SELECT DISTINCT upload_id FROM watch_files AS file JOIN watch_batches AS batch ON batch.id = batch_id
         WHERE file.state IN ('failed', 'held') AND gone_at IS NULL AND upload_id IS NOT NULL`,
      )
      .pluck()
      .all();
    db.close();
    const given = [
      '--state',
      stateDir,
      '--server',
      serverUrl,
      '--profile',
      profilePath,
      '--key-file',
      keyFile,
    ];
    const again = ['--retry-failed', '--needs-review', 'retry'];
    for (const id of uploads) {
      const { code, err } = await this.command('resume', String(id), ...again, ...given);
      this.options.log(`retried upload ${id}: ${code} ${err.trim().split('\n').at(-1) ?? ''}`);
    }
  }

  #start(args: readonly string[]): Running {
    const { imports, clockFile, home, user } = this.options;
    const env = {
      ...nodeEnv,
      NODE_OPTIONS: imports.map((url) => `--import=${url}`).join(' '),
      SOAK_CLOCK_FILE: clockFile,
      // Another user can't write to the tests' own, nor to the repository.
      TESTS_HOME: home,
      NODE_COMPILE_CACHE: join(home, 'cache'),
    };
    return start(args, { env, nodeOptions, ...user });
  }

  async #run(extra: readonly string[]): Promise<number | null> {
    const { configPath, stateDir, serverUrl, profilePath, keyFile, log } = this.options;
    const given = ['--config', configPath, '--state', stateDir, '--server', serverUrl, '--json'];
    const args = ['watch', ...given, '--profile', profilePath, '--key-file', keyFile, ...extra];
    this.#isKilled = false;
    this.#isSignaled = false;
    const beganAt = performance.now();
    const running = this.#start(args);
    this.#running = running;
    const sampling = setInterval(() => this.#sampleMemory(running.child.pid), 200);
    const { code, out, err } = await running.ended;
    clearInterval(sampling);
    this.#running = null;
    this.longestMs = Math.max(this.longestMs, performance.now() - beganAt);
    this.output = `${this.output}${out}${err}`.slice(-400_000);
    if (out.includes('"code":"bug"') || err.includes('"code":"bug"'))
      this.findings.push(`a bug:\n${err}${out.slice(-2000)}`);
    log(`ended with ${code}${err === '' ? '' : `: ${err.trim().split('\n').at(-1)}`}`);
    return code;
  }

  #sampleMemory(pid: number | undefined): void {
    try {
      const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      this.peakBytes = Math.max(this.peakBytes, Number(kib ?? 0) * 1024);
    } catch {
      // It has just ended.
    }
  }
}
