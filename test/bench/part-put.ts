import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSink } from '../fakes/sink.ts';
import { largeFileBytes, makeBenchFolder, writeRandomFile } from './evidence.ts';
import { alternate, curl, figures } from './peers.ts';
import { atLeast, atMost, type BenchRow, gibibyte } from './row.ts';
import { run } from './run.ts';

/** The part sender alone, eight parts of 50 MB in flight, against `curl -T`: what the engine can reach at best. */
export async function benchPartPut(): Promise<readonly BenchRow[]> {
  const { bytes, note } = largeFileBytes();
  const gib = bytes / gibibyte;
  const folder = makeBenchFolder('part-put');
  const file = join(folder, 'evidence.bin');
  const script = fileURLToPath(new URL('part-put-run.ts', import.meta.url));
  const rows: BenchRow[] = [];
  try {
    await writeRandomFile(file, bytes);
    for (const tls of [false, true]) {
      const sink = await startSink({ tls });
      const trust = sink.caFile ? [sink.caFile] : [];
      try {
        const runs = await alternate([
          { name: 'curl', runOnce: () => curl(file, sink) },
          { name: 'parts', runOnce: () => run([process.execPath, script, file, sink.url, ...trust]) },
        ]);
        const parts = figures(runs.get('parts'), gib);
        const peer = figures(runs.get('curl'), gib);
        const what = `part sender alone, ${note}, ${tls ? 'TLS' : 'http'}`;
        rows.push({
          what: `${what}: throughput`,
          value: `${parts.gibPerSecond.toFixed(2)} GiB/s`,
          against: `curl -T ${peer.gibPerSecond.toFixed(2)} GiB/s`,
          ...atLeast(parts.gibPerSecond / peer.gibPerSecond, tls ? 0.9 : 1),
        });
        rows.push({
          what: `${what}: CPU`,
          value: `${parts.cpuSecondsPerGib.toFixed(2)} s/GiB`,
          against: `curl -T ${peer.cpuSecondsPerGib.toFixed(2)} s/GiB`,
          ...atMost(parts.cpuSecondsPerGib / peer.cpuSecondsPerGib, 1.3),
        });
      } finally {
        await sink.stop();
      }
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
