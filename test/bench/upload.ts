import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Sink, startSink } from '../fakes/sink.ts';
import { curlUpload, hashOfFile, rounds, runAlternating, type Summary, summarize } from './baselines.ts';
import { largeFileBytes, makeBenchFolder, writeRandomFile } from './bench-files.ts';
import { runLading, uploadArgs, writeProfile } from './lading-cli.ts';
import { isInstalled } from './measure-command.ts';
import { atLeast, atMost, type BenchRow, gibibyte } from './report.ts';

/** Also without the MD5 of each part, because curl doesn't hash. */
const noHash = ['--no-sha1', '--part-check', 'never'];

/**
 * The command line sends one large file, measured from start to exit, against `curl -T` to the same sink. 25 part URLs of
 * 50 MB per second limit any client to 1.16 GiB/s, but not curl. So the rate limit is lifted for the comparison, and the
 * default is measured in a row of its own.
 */
export async function benchUpload(): Promise<readonly BenchRow[]> {
  const { bytes, note } = largeFileBytes();
  const gib = bytes / gibibyte;
  const folder = makeBenchFolder('upload');
  const file = join(folder, 'evidence.bin');
  const profile = ['--profile', writeProfile(folder, { requestsPerSecond: 1000 })];
  let states = 0;
  const upload = (sink: Sink, ...more: readonly string[]) => {
    states += 1;
    return runLading([...uploadArgs(file, sink, join(folder, `state-${states}`)), ...more], sink);
  };
  const hasCurl = await isInstalled('curl');
  /** Of the sink, for all rounds of curl. */
  let sinkSeconds = 0;
  const sendWithCurl = async (sink: Sink) => {
    const before = await sink.stats();
    const sent = await curlUpload(file, sink);
    sinkSeconds += ((await sink.stats()).cpuMs - before.cpuMs) / 1000;
    return sent;
  };
  const curlPeer = (sink: Sink) => (hasCurl ? [{ name: 'curl', runOnce: () => sendWithCurl(sink) }] : []);
  try {
    await writeRandomFile(file, bytes);
    const rows: BenchRow[] = [];

    const plain = await startSink();
    try {
      const runs = await runAlternating([
        ...curlPeer(plain),
        { name: 'no hash', runOnce: () => upload(plain, ...noHash, ...profile) },
        { name: 'own SHA-1', runOnce: () => hashOfFile('sha1', file) },
        { name: 'own SHA-256', runOnce: () => hashOfFile('sha256', file) },
        { name: 'SHA-1', runOnce: () => upload(plain, '--no-sha256', ...profile) },
        { name: 'hashes', runOnce: () => upload(plain, ...profile) },
        { name: 'default', runOnce: () => upload(plain) },
      ]);
      const of = (name: string) => summarize(runs.get(name), gib);
      rows.push(...againstCurl(`${note}, no hash, http`, of('no hash'), hasCurl ? of('curl') : null));
      const sinkPerGib = sinkSeconds / rounds / gib;
      const othersPerGib = sinkPerGib + (hasCurl ? of('curl').cpuSecondsPerGib : 0);
      const againstHashes = (name: string, what: string, alone: readonly string[]): BenchRow => {
        const hashes = alone.map(of);
        const slowest = Math.min(...hashes.map(({ gibPerSecond }) => gibPerSecond));
        const cpuPerGib = hashes.reduce((sum, { cpuSecondsPerGib }) => sum + cpuSecondsPerGib, othersPerGib);
        const curlPerGib = hasCurl ? of('curl').cpuSecondsPerGib : 0;
        const ownPerGib = cpuPerGib - curlPerGib + of('no hash').cpuSecondsPerGib;
        const bound = (perGib: number): number => Math.min(slowest, availableParallelism() / perGib);
        const possible = bound(cpuPerGib);
        const own = of(name).gibPerSecond;
        return {
          what: `${note}, with ${what}`,
          value: `${own.toFixed(2)} GiB/s`,
          against: `the hashing and curl on these cores ${possible.toFixed(2)} GiB/s; the hashing and Lading without hashes ${bound(ownPerGib).toFixed(2)} GiB/s`,
          ...atLeast(own / possible, 0.9),
        };
      };
      const both = ['own SHA-1', 'own SHA-256'];
      rows.push(
        againstHashes('SHA-1', 'SHA-1, http', ['own SHA-1']),
        againstHashes('hashes', 'SHA-1 and SHA-256, http', both),
        againstHashes('default', 'SHA-1 and SHA-256, http, 25 requests/s', both),
      );
    } finally {
      await plain.stop();
    }

    const secure = await startSink({ tls: true });
    try {
      const runs = await runAlternating([
        ...curlPeer(secure),
        { name: 'no hash', runOnce: () => upload(secure, ...noHash, ...profile) },
      ]);
      const of = (name: string) => summarize(runs.get(name), gib);
      rows.push(...againstCurl(`${note}, no hash, TLS`, of('no hash'), hasCurl ? of('curl') : null));
    } finally {
      await secure.stop();
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function againstCurl(what: string, own: Summary, peer: Summary | null): readonly BenchRow[] {
  const none = { against: 'curl is not installed', ratio: null, met: null };
  const speed = { what: `${what}: throughput`, value: `${own.gibPerSecond.toFixed(2)} GiB/s` };
  const cpu = { what: `${what}: CPU`, value: `${own.cpuSecondsPerGib.toFixed(2)} s/GiB` };
  const memory: BenchRow = {
    what: `${what}: resident memory`,
    value: `${own.peakMb.toFixed(0)} MB`,
    against: 'the goal',
    ratio: own.peakMb / 200,
    goal: '≤ 200 MB',
    met: own.peakMb <= 200,
  };
  if (peer === null) {
    return [{ ...speed, ...none, goal: '≥ 1.0×' }, { ...cpu, ...none, goal: '≤ 1.2×' }, memory];
  }
  return [
    {
      ...speed,
      against: `curl -T ${peer.gibPerSecond.toFixed(2)} GiB/s`,
      ...atLeast(own.gibPerSecond / peer.gibPerSecond, 1),
    },
    {
      ...cpu,
      against: `curl -T ${peer.cpuSecondsPerGib.toFixed(2)} s/GiB`,
      ...atMost(own.cpuSecondsPerGib / peer.cpuSecondsPerGib, 1.2),
    },
    memory,
  ];
}
