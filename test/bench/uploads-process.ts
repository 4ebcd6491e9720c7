/** A program: sends each FOLDER to SINK as an upload of its own, all at the same time, in one engine. */
import { type Engine, openEngine } from '../../main/engine/index.ts';
import type { Result } from '../../preload/contract/failures/failure.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { uploadRequest } from '../fixtures/upload-request.ts';
import { benchKey } from './lading-cli.ts';

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(failureText(result.failure));
  return result.value;
}

async function send(engine: Engine, folder: string): Promise<void> {
  const { signal } = new AbortController();
  const id = unwrap(await engine.prepare(uploadRequest({ databaseId: 1, sources: [folder] }), signal));
  unwrap(await engine.run(id, { signal, limits: { concurrency: 8 }, held: 'ask' }));
}

const [serverUrl = '', stateDir = '', profilePath = '', ...folders] = process.argv.slice(2);
const engine = unwrap(openEngine({ stateDir, command: 'bench', version: '0' }));
unwrap(await engine.connect({ serverUrl, apiKey: benchKey, profilePath }));
await Promise.all(folders.map((folder) => send(engine, folder)));
await engine.close();
