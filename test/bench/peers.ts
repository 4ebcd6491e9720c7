import { fileURLToPath } from 'node:url';
import type { Sink } from '../fakes/sink.ts';
import { median } from './row.ts';
import { type Run, run } from './run.ts';

export const rounds = 3;

export function curl(file: string, sink: Sink): Promise<Run> {
  const trust = sink.caFile ? ['--cacert', sink.caFile] : [];
  return run([
    'curl',
    '--silent',
    '--show-error',
    '--fail',
    ...trust,
    '--upload-file',
    file,
    `${sink.url}/curl`,
  ]);
}

/** What this machine's OpenSSL does, without a network: the bound of every upload with a hash. */
export function ownSha1(file: string): Promise<Run> {
  const script = fileURLToPath(new URL('sha1-run.ts', import.meta.url));
  return run([process.execPath, script, file]);
}

export interface Peer {
  readonly name: string;
  readonly runOnce: () => Promise<Run>;
}

/** Peers take turns, so that what else the machine does falls on all of them. */
export async function alternate(peers: readonly Peer[]): Promise<ReadonlyMap<string, readonly Run[]>> {
  const runs = new Map<string, Run[]>(peers.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, runOnce } of peers) runs.get(name)?.push(await runOnce());
  }
  return runs;
}

export interface Figures {
  readonly gibPerSecond: number;
  readonly cpuSecondsPerGib: number;
  readonly peakMb: number;
}

export function figures(runs: readonly Run[] | undefined, gib: number): Figures {
  const all = runs ?? [];
  return {
    gibPerSecond: gib / median(all.map(({ wallSeconds }) => wallSeconds)),
    cpuSecondsPerGib: median(all.map(({ cpuSeconds }) => cpuSeconds ?? Number.NaN)) / gib,
    peakMb: median(all.map(({ peakBytes }) => peakBytes ?? Number.NaN)) / 1e6,
  };
}
