import { readdirSync, readFileSync } from 'node:fs';

/** Resident bytes; pages that processes share are in each. */
export interface ProcessMemory {
  readonly main: number;
  readonly engine: number;
  /** Of the page that is shown: Chromium keeps an empty one in reserve, so the largest. */
  readonly renderer: number;
  /** Chromium's browser in the stand-in, GPU, network and spare processes. */
  readonly others: number;
}

/** Of the app whose main process is `pid`, by /proc; null where there is none. */
export function readProcessMemory(pid: number): ProcessMemory | null {
  const family = processTree(pid);
  if (family.length === 0) return null;
  const sum = (some: readonly ProcessInfo[]): number => some.reduce((total, { bytes }) => total + bytes, 0);
  const main = family.filter((one) => one.pid === pid);
  const engine = family.filter(({ command }) =>
    /engine\/desk\/process|node\.mojom\.NodeService/.test(command),
  );
  const renderers = family
    .filter(({ command }) => command.includes('--type=renderer'))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 1);
  const known = sum(main) + sum(engine) + sum(renderers);
  return {
    main: sum(main),
    engine: sum(engine),
    renderer: sum(renderers),
    others: sum(family) - known,
  };
}

interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly bytes: number;
}

/** The process and all that descend from it. */
function processTree(pid: number): readonly ProcessInfo[] {
  const all = listProcesses();
  const family = all.filter((one) => one.pid === pid);
  // Grows while it is walked, until nobody has children that are not in it.
  for (const one of family) family.push(...all.filter(({ parent }) => parent === one.pid));
  return family;
}

function listProcesses(): readonly ProcessInfo[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
  } catch {
    return [];
  }
}

function readProcess(pid: number): readonly ProcessInfo[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const number = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return [{ pid, parent: number('PPid'), command, bytes: number('VmRSS') * 1024 }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
