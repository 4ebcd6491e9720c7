import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { TestEnv } from './harness.ts';
import type { EngineJob } from './run-engine.ts';

const lineSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('uploading'), parts: z.int() }),
  z.object({
    event: z.literal('ended'),
    ok: z.boolean(),
    failure: z.looseObject({ code: z.string() }).optional(),
    value: z.looseObject({ state: z.string() }).optional(),
  }),
]);

type Line = z.infer<typeof lineSchema>;
export type Ended = Extract<Line, { event: 'ended' }>;

export interface EngineProcess {
  readonly pid: number;
  /** Resolves when it begins to send; null when it ended before. */
  readonly sending: Promise<{ readonly parts: number } | null>;
  /** Null when it was killed. */
  readonly ended: Promise<Ended | null>;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

const compileCache = join(tmpdir(), 'lading-compile-cache');

export function startEngine(
  env: TestEnv,
  job: Partial<EngineJob>,
  apiKey = env.sandbox.apiKey,
): EngineProcess {
  const fullJob: EngineJob = {
    stateDir: env.stateDir,
    serverUrl: env.sandbox.url,
    profilePath: env.profilePath,
    request: null,
    limits: {},
    ...job,
  };
  const entry = fileURLToPath(new URL('./run-engine.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, JSON.stringify(fullJob)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Starting takes a third of the time with it.
    env: { ...process.env, LADING_API_KEY: apiKey, NODE_COMPILE_CACHE: compileCache },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The engine did not start');
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const sending = Promise.withResolvers<{ readonly parts: number } | null>();
  let ended: Ended | null = null;
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = lineSchema.parse(JSON.parse(text));
    if (line.event === 'uploading') sending.resolve(line);
    else ended = line;
  });
  exited.then(() => sending.resolve(null));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  return { pid, sending: sending.promise, ended: exited.then(() => ended), kill };
}
