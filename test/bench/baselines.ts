import { fileURLToPath } from 'node:url';
import type { Sink } from '../fakes/sink.ts';
import { type Measurement, measureCommand } from './measure-command.ts';
import { median } from './report.ts';

export const rounds = 3;

export function curlUpload(file: string, sink: Sink): Promise<Measurement> {
  const trust = sink.caFile ? ['--cacert', sink.caFile] : [];
  return measureCommand([
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

/** A hash with this machine's OpenSSL, without a network: the upper bound of an upload with it. */
export function hashOfFile(algorithm: 'sha1' | 'sha256', file: string): Promise<Measurement> {
  const script = fileURLToPath(new URL('hash-process.ts', import.meta.url));
  return measureCommand([process.execPath, script, algorithm, file]);
}

export interface Contender {
  readonly name: string;
  readonly runOnce: () => Promise<Measurement>;
}

/** The contenders take turns, so that other load on the machine affects all of them. */
export async function runAlternating(
  peers: readonly Contender[],
): Promise<ReadonlyMap<string, readonly Measurement[]>> {
  const runs = new Map<string, Measurement[]>(peers.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, runOnce } of peers) runs.get(name)?.push(await runOnce());
  }
  return runs;
}

export interface Summary {
  readonly gibPerSecond: number;
  readonly cpuSecondsPerGib: number;
  readonly peakMb: number;
}

export function summarize(runs: readonly Measurement[] | undefined, gib: number): Summary {
  const all = runs ?? [];
  return {
    gibPerSecond: gib / median(all.map(({ wallSeconds }) => wallSeconds)),
    cpuSecondsPerGib: median(all.map(({ cpuSeconds }) => cpuSeconds ?? Number.NaN)) / gib,
    peakMb: median(all.map(({ peakBytes }) => peakBytes ?? Number.NaN)) / 1e6,
  };
}
