/**
 * A program: what an upload of one file can't do without. It opens a store at PATH, starts three threads, and sends ten
 * requests to SINK, one after the other. `start.ts` compares an upload with it.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { request } from 'undici';

const [path = '', sink = ''] = process.argv.slice(2);
const store = new Database(path);
store.pragma('journal_mode = WAL');
store.exec('CREATE TABLE parts (number INTEGER PRIMARY KEY, etag TEXT) STRICT');
const threads = Array.from({ length: 3 }, () => new Worker('setInterval(() => {}, 60_000)', { eval: true }));
await Promise.all(threads.map((thread) => once(thread, 'online')));
const insert = store.prepare('INSERT INTO parts (etag) VALUES (?)');
for (let sent = 0; sent < 10; sent += 1) {
  const answer = await request(sink);
  insert.run(await answer.body.text());
}
await Promise.all(threads.map((thread) => thread.terminate()));
store.close();
