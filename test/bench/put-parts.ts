import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSink } from '../fakes/sink.ts';
import { curlUpload, runAlternating, summarize } from './baselines.ts';
import { largeFileBytes, makeBenchFolder, writeRandomFile } from './bench-files.ts';
import { compileCache } from './lading-cli.ts';
import { measureCommand } from './measure-command.ts';
import { atLeast, atMost, type BenchRow, gibibyte } from './report.ts';

/** The part sender alone, eight parts of 50 MB in flight, against `curl -T`: the engine's upper bound. */
export async function benchPutParts(): Promise<readonly BenchRow[]> {
  const { bytes, note } = largeFileBytes();
  const gib = bytes / gibibyte;
  const folder = makeBenchFolder('put-parts');
  const file = join(folder, 'evidence.bin');
  const script = fileURLToPath(new URL('put-parts-process.ts', import.meta.url));
  const rows: BenchRow[] = [];
  try {
    await writeRandomFile(file, bytes);
    for (const tls of [false, true]) {
      const sink = await startSink({ tls });
      const trust = sink.caFile ? [sink.caFile] : [];
      try {
        const runs = await runAlternating([
          { name: 'curl', runOnce: () => curlUpload(file, sink) },
          {
            name: 'parts',
            runOnce: () =>
              measureCommand([process.execPath, script, file, sink.url, ...trust], {
                env: { NODE_COMPILE_CACHE: compileCache },
              }),
          },
        ]);
        const parts = summarize(runs.get('parts'), gib);
        const peer = summarize(runs.get('curl'), gib);
        const what = `part sender alone, ${note}, ${tls ? 'TLS' : 'http'}`;
        rows.push({
          what: `${what}: throughput`,
          value: `${parts.gibPerSecond.toFixed(2)} GiB/s`,
          against: `curl -T ${peer.gibPerSecond.toFixed(2)} GiB/s`,
          ...atLeast(parts.gibPerSecond / peer.gibPerSecond, 1),
        });
        rows.push({
          what: `${what}: CPU`,
          value: `${parts.cpuSecondsPerGib.toFixed(2)} s/GiB`,
          against: `curl -T ${peer.cpuSecondsPerGib.toFixed(2)} s/GiB`,
          ...atMost(parts.cpuSecondsPerGib / peer.cpuSecondsPerGib, 1.2),
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
