import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Measurement {
  readonly wallSeconds: number;
  /** Of the process and of what it waited for; null where /proc is missing. */
  readonly cpuSeconds: number | null;
  readonly peakBytes: number | null;
  readonly exitCode: number | null;
  readonly stdout: string;
  /** Date.now() just before the start. */
  readonly startedAtMs: number;
}

export interface MeasureOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Resolves when the process is to end, by `signal`: SIGINT, as Ctrl-C does, or SIGKILL. */
  readonly until?: () => Promise<void>;
  readonly signal?: 'SIGINT' | 'SIGKILL';
  /** null: ended by the signal. */
  readonly exitCodes?: readonly (number | null)[];
}

/** Runs a command to its end and measures it from outside, the same way for every peer. */
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
  // The kernel keeps the high-water mark, so that looking seldom is enough: only the last moments can be missed.
  let peakBytes: number | null = null;
  const looking = setInterval(() => {
    peakBytes = highWaterBytes(child.pid) ?? peakBytes;
  }, 50);
  const exit = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  // A process that ends by itself no longer needs to be told.
  const told = settings.until?.().then(() => child.kill(settings.signal ?? 'SIGINT'));
  try {
    const exitCode = await exit;
    const wallSeconds = (performance.now() - startedAt) / 1000;
    const cpuAfter = reapedCpuSeconds();
    if (!(settings.exitCodes ?? [0]).includes(exitCode)) {
      const said = `${output.stdout}${output.stderr}`.slice(-2000);
      throw new Error(`${command.slice(0, 4).join(' ')} … ended with ${exitCode}:\n${said}`);
    }
    const cpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
    return { wallSeconds, cpuSeconds, peakBytes, exitCode, stdout: output.stdout, startedAtMs };
  } finally {
    clearInterval(looking);
    told?.catch(() => {});
  }
}

/** Like wait4: user and system time of all children that have ended (proc(5), cutime and cstime), in 1/100 s. */
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
