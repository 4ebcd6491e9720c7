/** The engine in its own process, so that it can be killed. Prints one JSON object per line. */
import { flushCompileCache } from 'node:module';
import type { Engine, UploadId, UploadRequest } from '../../main/engine/index.ts';
import { openContext } from '../../main/engine/uploads/context/engine-context.ts';
import { createEngine } from '../../main/engine/watch/engine.ts';
import type { Result } from '../../preload/contract/failures/failure.ts';
import { type KillPoint, killAt } from './kill-points.ts';

export interface EngineJob {
  readonly stateDir: string;
  readonly serverUrl: string;
  readonly profilePath: string | null;
  /** The first upload of the store is resumed without it. */
  readonly request: UploadRequest | null;
  readonly limits: { readonly concurrency?: number; readonly bytesPerSecond?: number };
  /** Become this user before anything is opened. */
  readonly asUser?: number;
  readonly kill?: KillPoint;
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function sent(engine: Engine, job: EngineJob, apiKey: string): Promise<Result<unknown>> {
  const { serverUrl, profilePath, request } = job;
  const connected = await engine.connect({ serverUrl, apiKey, profilePath });
  if (!connected.ok) return connected;
  const { signal } = new AbortController();
  let id: UploadId;
  if (request === null) {
    const [first] = engine.uploads();
    if (first === undefined) throw new Error('There is no upload to resume');
    id = first.id;
  } else {
    const prepared = await engine.prepare(request, signal);
    if (!prepared.ok) return prepared;
    id = prepared.value;
  }
  const plan = await engine.plan(id);
  if (!plan.ok) return plan;
  say({ event: 'uploading', parts: plan.value.parts });
  return engine.run(id, { signal, limits: job.limits, held: 'ask' });
}

// One that is killed keeps nothing of it at its end.
flushCompileCache();
const [jobText = ''] = process.argv.slice(2);
const job: EngineJob = JSON.parse(jobText);
if (job.asUser !== undefined) process.setuid?.(job.asUser);
const opened = openContext({ stateDir: job.stateDir, command: 'run-engine', version: '0.0.0' });
if (opened.ok) {
  if (job.kill !== undefined) killAt(opened.value, job.kill);
  const engine = createEngine(opened.value);
  const ended = await sent(engine, job, process.env['LADING_API_KEY'] ?? '');
  await engine.close();
  say({ event: 'ended', ...ended });
} else say({ event: 'ended', ...opened });
