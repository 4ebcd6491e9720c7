/** What Linux says about the processes that a test's process has started. */
import { readdirSync, readFileSync } from 'node:fs';

/** All living descendants. */
export function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name): readonly [number, number] => [Number(name), parentOf(Number(name))]);
  const found: number[] = [];
  for (let generation = [pid]; generation.length > 0; ) {
    generation = parents.flatMap(([child, parent]) => (generation.includes(parent) ? [child] : []));
    found.push(...generation);
  }
  return found;
}

/** NAME=VALUE, as the process was started with. Empty if it has ended. */
export function environmentOf(pid: number): string[] {
  return read(pid, 'environ').split('\0').filter(Boolean);
}

function parentOf(pid: number): number {
  // "pid (name) state parent": the name may have any character.
  return Number(read(pid, 'stat').split(') ').at(-1)?.split(' ')[1]);
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
