import { statfsSync } from 'node:fs';
import os from 'node:os';
import { benchFolder } from './bench-files.ts';
import { gibibyte } from './report.ts';

/** Figures mean nothing without the machine. No host names: the text is published in docs/benchmarks.md. */
export function describeMachine(): string {
  const cpus = os.cpus();
  const model = cpus[0]?.model.trim() ?? 'unknown processor';
  const memoryGib = (os.totalmem() / gibibyte).toFixed(0);
  const disk = statfsSync(benchFolder);
  const freeGib = ((disk.bavail * disk.bsize) / gibibyte).toFixed(0);
  const load = os.loadavg()[0]?.toFixed(1);
  return `Machine: ${cpus.length} × ${model}, ${memoryGib} GiB memory, ${freeGib} GiB free disk, ${os.type()} ${os.release()}, Node ${process.versions.node}, load ${load} at the start.`;
}
