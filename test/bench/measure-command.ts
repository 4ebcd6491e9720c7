import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Measurement {
  readonly wallSeconds: number;
  /** Of the process and its children. Null without /proc. */
  readonly cpuSeconds: number | null;
  readonly peakBytes: number | null;
  readonly exitCode: number | null;
  readonly stdout: string;
  /** Date.now() just before the start. */
  readonly startedAtMs: number;
}

export interface MeasureOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The process gets `signal` when this resolves: SIGINT (default), as from Ctrl-C, or SIGKILL. */
  readonly until?: () => Promise<void>;
  readonly signal?: 'SIGINT' | 'SIGKILL';
  /** Exit codes that are no error. Null: ended by a signal. Default: 0. */
  readonly exitCodes?: readonly (number | null)[];
}

/** Runs a command to its end and measures it from outside, the same way for every program. */
export async function measureCommand(
  command: readonly string[],
  settings: MeasureOptions = {},
): Promise<Measurement> {
  const [program = '', ...args] = command;
  const cpuBefore = reapedCpuSeconds();
  const startedAtMs = Date.now();
  const startedAt = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, ...settings.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  // The kernel keeps the high-water mark, so sampling misses only the last moments.
  let peakBytes: number | null = null;
  const sampling = setInterval(() => {
    peakBytes = highWaterBytes(child.pid) ?? peakBytes;
  }, 50);
  const exit = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  // If the process has already ended, the signal does nothing.
  const stopped = settings.until?.().then(() => child.kill(settings.signal ?? 'SIGINT'));
  try {
    const exitCode = await exit;
    const wallSeconds = (performance.now() - startedAt) / 1000;
    const cpuAfter = reapedCpuSeconds();
    if (!(settings.exitCodes ?? [0]).includes(exitCode)) {
      const tail = `${output.stdout}${output.stderr}`.slice(-2000);
      throw new Error(`${command.slice(0, 4).join(' ')} … ended with ${exitCode}:\n${tail}`);
    }
    const cpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
    return { wallSeconds, cpuSeconds, peakBytes, exitCode, stdout: output.stdout, startedAtMs };
  } finally {
    clearInterval(sampling);
    stopped?.catch(() => {});
  }
}

/** User and system time of all children that have ended (proc(5), cutime and cstime). */
function reapedCpuSeconds(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return null;
  }
}

function highWaterBytes(pid: number | undefined): number | null {
  try {
    const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? null : Number(kib) * 1024;
  } catch {
    return null;
  }
}

export async function isInstalled(program: string): Promise<boolean> {
  return measureCommand([program, '--version']).then(
    () => true,
    () => false,
  );
}
