/**
 * A program: mounts the folder FROM read-only at AT and serves it over the kernel's FUSE protocol (linux/fuse.h), until
 * its parent ends. Operations that its parent names are not answered. As with NFS, a kill ends whoever waits for them.
 * With BYTES-PER-SECOND and CACHED-BYTES, the kernel caches files, and forgets what is so far before the furthest read.
 */
import { execFileSync } from 'node:child_process';
import {
  type BigIntStats,
  closeSync,
  lstatSync,
  openSync,
  read,
  readdirSync,
  readSync,
  write,
  writeSync,
} from 'node:fs';
import { constants } from 'node:os';
import { errnoOf } from '../../preload/contract/failures/errno.ts';

const [from = '', at = '', ...limits] = process.argv.slice(2);
const [bytesPerSecond = 0, cachedBytes = 0] = limits.map(Number);
const isCached = cachedBytes > 0;

const opcodes = new Map([
  [1, 'lookup'],
  [2, 'forget'],
  [3, 'getattr'],
  [14, 'open'],
  [15, 'read'],
  [17, 'statfs'],
  [18, 'release'],
  [25, 'flush'],
  [26, 'init'],
  [27, 'opendir'],
  [28, 'readdir'],
  [29, 'releasedir'],
  [34, 'access'],
  [36, 'interrupt'],
  [38, 'destroy'],
  [42, 'batch-forget'],
]);

interface Request {
  readonly name: string;
  readonly unique: bigint;
  readonly node: bigint;
  readonly body: Buffer;
}

const device = openSync('/dev/fuse', 'r+');
/** Paths as their bytes, one character each: names may not be UTF-8. */
const top = Buffer.from(from).toString('latin1');
const paths = new Map([[1n, top]]);
const nodes = new Map([[top, 1n]]);
let hanging: ReadonlySet<string> = new Set();
let held: Request[] = [];

function reply(unique: bigint, body: Buffer, error = 0): void {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(16 + body.length, 0);
  head.writeInt32LE(-error, 4);
  head.writeBigUInt64LE(unique, 8);
  try {
    writeSync(device, Buffer.concat([head, body]));
  } catch {
    // The caller was killed meanwhile, or the folder was unmounted.
  }
}

function refuse(unique: bigint, error: number): void {
  reply(unique, Buffer.alloc(0), error);
}

function pathOf(node: bigint): string {
  return paths.get(node) ?? '';
}

function bytesOf(path: string): Buffer {
  return Buffer.from(path, 'latin1');
}

function nodeOf(path: string): bigint {
  const node = nodes.get(path) ?? BigInt(nodes.size + 1);
  nodes.set(path, node);
  paths.set(node, path);
  return node;
}

/** Rounded down, also before 1970. */
function secondsOf(ns: bigint): bigint {
  return (ns - (((ns % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n)) / 1_000_000_000n;
}

/** struct fuse_attr. */
function attributes(node: bigint, stats: BigIntStats): Buffer {
  const body = Buffer.alloc(88);
  const long = [
    node,
    stats.size,
    stats.blocks,
    ...[stats.atimeNs, stats.mtimeNs, stats.ctimeNs].map(secondsOf),
  ];
  for (const [index, value] of long.entries()) body.writeBigInt64LE(value, index * 8);
  const short = [stats.atimeNs, stats.mtimeNs, stats.ctimeNs].map(
    (ns) => ns - secondsOf(ns) * 1_000_000_000n,
  );
  for (const [index, value] of [...short, stats.mode, stats.nlink].entries())
    body.writeUInt32LE(Number(value), 48 + index * 4);
  body.writeUInt32LE(4096, 80);
  return body;
}

/** struct fuse_entry_out without its attributes: nothing is cached, so that every call comes here. */
function entry(path: string): Buffer {
  const stats = lstatSync(bytesOf(path), { bigint: true });
  const head = Buffer.alloc(40);
  head.writeBigUInt64LE(nodeOf(path), 0);
  return Buffer.concat([head, attributes(nodeOf(path), stats)]);
}

function directory(path: string, offset: number, size: number): Buffer {
  const names = readdirSync(bytesOf(path), 'latin1');
  const entries: Buffer[] = [];
  let bytes = 0;
  for (const [index, name] of names.entries()) {
    if (index < offset) continue;
    const text = bytesOf(name);
    const one = Buffer.alloc(24 + Math.ceil(text.length / 8) * 8);
    one.writeBigUInt64LE(nodeOf(`${path}/${name}`), 0);
    one.writeBigUInt64LE(BigInt(index + 1), 8);
    one.writeUInt32LE(text.length, 16);
    one.writeUInt32LE(
      Number((lstatSync(bytesOf(`${path}/${name}`), { bigint: true }).mode >> 12n) & 15n),
      20,
    );
    text.copy(one, 24);
    if (bytes + one.length > size) break;
    bytes += one.length;
    entries.push(one);
  }
  return Buffer.concat(entries);
}

function content(path: string, position: number, size: number): Buffer {
  const file = openSync(bytesOf(path), 'r');
  try {
    const block = Buffer.alloc(size);
    return block.subarray(0, readSync(file, block, 0, size, position));
  } finally {
    closeSync(file);
  }
}

let readBytes = 0;
let busyUntilMs = 0;

/** After as long as a slow disk would take. */
function replyContent(unique: bigint, node: bigint, position: number, size: number): void {
  const bytes = content(pathOf(node), position, size);
  readBytes += bytes.length;
  process.send?.({ readBytes });
  const now = performance.now();
  if (isCached) busyUntilMs = Math.max(now, busyUntilMs) + (bytes.length / bytesPerSecond) * 1000;
  if (busyUntilMs - now < 2) reply(unique, bytes);
  else setTimeout(() => reply(unique, bytes), busyUntilMs - now);
  if (isCached) forgetBefore(node, position + bytes.length - cachedBytes);
}

const forgotten = new Map<bigint, number>();
const forgetStep = 16 * 1024 * 1024;

/** FUSE_NOTIFY_INVAL_INODE. Not at once: the kernel waits for pages that are being read, which this thread has to answer. */
function forgetBefore(node: bigint, end: number): void {
  const start = forgotten.get(node) ?? 0;
  if (end - start < forgetStep) return;
  forgotten.set(node, end);
  const body = Buffer.alloc(40);
  body.writeUInt32LE(40, 0);
  body.writeInt32LE(2, 4);
  body.writeBigUInt64LE(node, 16);
  body.writeBigInt64LE(BigInt(start), 24);
  body.writeBigInt64LE(BigInt(end - start), 32);
  // Fails where nothing of it is cached.
  write(device, body, () => undefined);
}

function opened(flags: number): Buffer {
  const body = Buffer.alloc(16);
  body.writeUInt32LE(flags, 8);
  return body;
}

function answer({ name, unique, node, body }: Request): void {
  switch (name) {
    case 'init': {
      const settings = Buffer.alloc(64);
      settings.writeUInt32LE(7, 0);
      settings.writeUInt32LE(31, 4);
      settings.writeUInt32LE(body.readUInt32LE(8), 8);
      settings.writeUInt16LE(64, 16);
      settings.writeUInt16LE(48, 18);
      settings.writeUInt32LE(131_072, 20);
      settings.writeUInt32LE(1, 24);
      reply(unique, settings);
      return;
    }
    case 'lookup':
      reply(unique, entry(`${pathOf(node)}/${body.toString('latin1', 0, body.indexOf(0))}`));
      return;
    case 'getattr':
      reply(
        unique,
        Buffer.concat([
          Buffer.alloc(16),
          attributes(node, lstatSync(bytesOf(pathOf(node)), { bigint: true })),
        ]),
      );
      return;
    case 'open':
      // FOPEN_DIRECT_IO: reads come here, whatever is cached.
      reply(unique, opened(isCached ? 0 : 1));
      return;
    case 'opendir':
      reply(unique, opened(0));
      return;
    case 'read':
      replyContent(unique, node, Number(body.readBigUInt64LE(8)), body.readUInt32LE(16));
      return;
    case 'readdir':
      reply(unique, directory(pathOf(node), Number(body.readBigUInt64LE(8)), body.readUInt32LE(16)));
      return;
    case 'statfs':
      reply(unique, Buffer.alloc(80));
      return;
    case 'release':
    case 'releasedir':
    case 'flush':
    case 'access':
    case 'destroy':
      reply(unique, Buffer.alloc(0));
      return;
    default:
      refuse(unique, constants.errno.ENOSYS);
  }
}

function handle(request: Request): void {
  const { name, unique, body } = request;
  if (name === 'forget' || name === 'batch-forget') return;
  if (name === 'interrupt') {
    const interrupted = body.readBigUInt64LE(0);
    if (!held.some((one) => one.unique === interrupted)) return;
    held = held.filter((one) => one.unique !== interrupted);
    refuse(interrupted, constants.errno.EINTR);
    return;
  }
  if (hanging.has(name)) {
    held.push(request);
    process.send?.({ held: held.length });
    return;
  }
  try {
    answer(request);
  } catch (error) {
    // Only a lookup may say ENOENT: from a folder, it would mean the end of the list.
    const isMissing = errnoOf(error) === 'ENOENT' && name === 'lookup';
    refuse(unique, isMissing ? constants.errno.ENOENT : constants.errno.EIO);
  }
}

const inbox = Buffer.alloc(1024 * 1024);
function serve(): void {
  read(device, inbox, 0, inbox.length, null, (error, bytes) => {
    if (error?.code === 'ENODEV') process.exit(0); // unmounted
    if (error === null && bytes >= 40) {
      const name = opcodes.get(inbox.readUInt32LE(4)) ?? 'other';
      const body = Buffer.from(inbox.subarray(40, bytes));
      handle({ name, unique: inbox.readBigUInt64LE(8), node: inbox.readBigUInt64LE(16), body });
    }
    serve();
  });
}

process.on('message', (operations: readonly string[]) => {
  hanging = new Set(operations);
  const waiting = held;
  held = [];
  for (const request of waiting) handle(request);
});
// Forced: whoever still waits gets an error, this program's own read of the device included.
process.on('disconnect', () => {
  execFileSync('umount', ['--force', '--lazy', at], { stdio: 'ignore' });
  process.exit(0);
});

const options = 'fd=3,rootmode=40000,user_id=0,group_id=0,allow_other,ro';
execFileSync('mount', ['-i', '-t', 'fuse', 'lading-test', at, '-o', options], {
  stdio: ['ignore', 'ignore', 'ignore', device],
});
serve();
process.send?.({ ready: true });
