import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type CommandResult, type Running, start } from '../../cli/command.ts';
import type { Client } from '../client.ts';
import type { Random } from '../random.ts';

const stopMs = 30_000;

export interface ServiceOptions
  extends Pick<Client['options'], 'disk' | 'stateDir' | 'serverUrl' | 'clockFile' | 'log'> {
  readonly configPath: string;
  readonly profilePath: string;
  readonly keyFile: string;
  readonly clock: string;
  readonly random: Random;
}

/** Runs `lading watch`, and again after whatever ended it. */
export class Service {
  readonly options: ServiceOptions;
  /** What no disturbance explains. */
  readonly findings: string[] = [];
  output = '';
  peakBytes = 0;
  starts = 0;
  #running: Running | null = null;
  #isKilled = false;
  #isSignaled = false;

  constructor(options: ServiceOptions) {
    this.options = options;
  }

  async runUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const code = await this.#run(this.options.random.chance(0.15) ? ['--once'] : []);
      const { wasFullRecently } = this.options.disk;
      // A signal before it was ready for one.
      if (code === null && this.#isSignaled) continue;
      // --once says what it could not wait for.
      if (code !== 0 && !this.#isKilled && !wasFullRecently && ![2, 3, 4, 5].includes(code ?? -1))
        this.findings.push(`lading watch ended with ${code}:\n${this.output.slice(-3000)}`);
      await delay(this.options.random.int(0, 800));
    }
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

  /** Sends what is left. */
  async finish(ms: number): Promise<void> {
    const timer = setTimeout(() => {
      this.findings.push(`lading watch --once did not end after ${ms / 1000} s`);
      this.kill();
    }, ms);
    const code = await this.#run(['--once']);
    clearTimeout(timer);
    if (code !== 0 && code !== 2)
      this.findings.push(`lading watch --once ended with ${code}:\n${this.output.slice(-3000)}`);
  }

  command(...args: readonly string[]): Promise<CommandResult> {
    return start(args, { env: this.#env() }).ended;
  }

  #env(): Readonly<Record<string, string>> {
    const { clock, clockFile } = this.options;
    return { NODE_OPTIONS: `--import ${clock}`, SOAK_CLOCK_FILE: clockFile };
  }

  async #run(extra: readonly string[]): Promise<number | null> {
    const { configPath, stateDir, serverUrl, profilePath, keyFile, log } = this.options;
    const given = ['--config', configPath, '--state', stateDir, '--server', serverUrl, '--json'];
    const args = ['watch', ...given, '--profile', profilePath, '--key-file', keyFile, ...extra];
    this.starts += 1;
    this.#isKilled = false;
    this.#isSignaled = false;
    const running = start(args, { env: this.#env() });
    this.#running = running;
    const sampling = setInterval(() => this.#sampleMemory(running.child.pid), 200);
    const { code, out, err } = await running.ended;
    clearInterval(sampling);
    this.#running = null;
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
