import { readdirSync, readFileSync } from 'node:fs';

/** Resident bytes. Pages shared by several processes count in each. */
export interface ProcessMemory {
  readonly main: number;
  readonly engine: number;
  /** The largest renderer: Chromium keeps a spare one besides the page's. */
  readonly renderer: number;
  /** Chromium's browser in the stand-in, GPU, network and spare processes. */
  readonly others: number;
}

/** Memory of the app whose main process is `pid`. Null without /proc. */
export function readProcessMemory(pid: number): ProcessMemory | null {
  const tree = processTree(pid);
  if (tree.length === 0) return null;
  const sum = (some: readonly ProcessInfo[]): number => some.reduce((total, { bytes }) => total + bytes, 0);
  const main = tree.filter((one) => one.pid === pid);
  const engine = tree.filter(({ command }) => /engine\/rpc\/process|node\.mojom\.NodeService/.test(command));
  const renderers = tree
    .filter(({ command }) => command.includes('--type=renderer'))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 1);
  const known = sum(main) + sum(engine) + sum(renderers);
  return {
    main: sum(main),
    engine: sum(engine),
    renderer: sum(renderers),
    others: sum(tree) - known,
  };
}

interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly bytes: number;
}

/** The process and all its descendants. */
function processTree(pid: number): readonly ProcessInfo[] {
  const all = listProcesses();
  const tree = all.filter((one) => one.pid === pid);
  // The loop also visits the entries that it adds.
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one.pid));
  return tree;
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
    // The process has ended.
    return [];
  }
}
