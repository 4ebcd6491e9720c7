import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Sandbox } from '../../main/sandbox/index.ts';
import { openPages, pollUntil } from './sandbox-client.ts';

/** A host of a small file. Returns its address. */
export async function linkHost(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(206, { 'content-range': 'bytes 0-0/1', etag: '"1"' }).end('a');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Looks into every page, every inspection answer and, once all is processed, every file, also of the database. */
export async function assertNowhere(sandbox: Sandbox, dataDir: string, secrets: readonly string[]) {
  const files = await pollUntil(
    () => sandbox.inspect('source-files'),
    (rows) => rows.every(({ state }) => state === 'PROCESSED'),
  );
  const pages = await openPages(sandbox);
  const seen = [await pages.text(''), JSON.stringify(files)];
  for (const { id } of await sandbox.inspect('datasets')) seen.push(await pages.text(`datasets/${id}`));
  for (const name of ['requests', 'datasets', 'documents', 'summary'] as const) {
    seen.push(JSON.stringify(await sandbox.inspect(name)));
  }
  for (const { id } of files) seen.push(JSON.stringify(await sandbox.inspect('parts', { sourceFileId: id })));
  await sandbox.stop();
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) seen.push(readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  }
  for (const secret of secrets) {
    for (const text of seen) expect(text).not.toContain(secret);
  }
}
