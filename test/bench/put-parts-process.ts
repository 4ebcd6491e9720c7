import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ReaderPool } from '../../main/engine/sources/reader-pool.ts';
import { SourceReader } from '../../main/engine/sources/source-reader.ts';
import { createBlockPool } from '../../main/engine/transfer/hashing/part-body.ts';
import { createPartDispatcher, putPart } from '../../main/engine/transfer/source-files/put-part.ts';

/** A program: sends FILE to SINK in parts of 50 MB, eight in flight, without the engine. */
const [path = '', url = '', caFile] = process.argv.slice(2);
const partBytes = 50_000_000;
const inFlight = 8;

const readers = new ReaderPool();
const { signal } = new AbortController();
const file = await new SourceReader(readers).open({ root: dirname(path), path }, signal);
const { sizeBytes: size } = await file.stat();
const pool = createBlockPool();
const caPem = caFile === undefined ? undefined : readFileSync(caFile, 'utf8');
const dispatcher = createPartDispatcher({ platformUrl: url, connections: inFlight, caPem });
let next = 0;

async function sendParts(): Promise<void> {
  while (next < size) {
    const offsetBytes = next;
    next += partBytes;
    const range = { file, offsetBytes, lengthBytes: Math.min(partBytes, size - offsetBytes) };
    const outcome = await putPart({ url: `${url}/raw`, platformUrl: url, range, pool, dispatcher });
    if (outcome.kind !== 'stored') throw new Error(JSON.stringify(outcome));
  }
}

await Promise.all(Array.from({ length: inFlight }, sendParts));
await dispatcher.close();
file.close();
await readers.close();
