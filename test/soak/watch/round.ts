import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { SandboxOptions } from '../../../main/sandbox/index.ts';
import { clock } from '../client.ts';
import { replaceFile } from '../disturbances.ts';
import { Random } from '../random.ts';
import { type RoundResult, writeProfile } from '../round.ts';
import { SmallDisk } from '../small-disk.ts';
import { startPlatform } from '../start-platform.ts';
import { checkWatch } from './check.ts';
import { disturbances, ends, type Setting } from './disturbances.ts';
import { restoreTrees } from './restore.ts';
import { removeLeftovers } from './rsync.ts';
import { Rules } from './rules.ts';
import { Service, type User } from './service.ts';
import { Tree } from './tree.ts';
import { writeUntil } from './writers.ts';

/** Many small files are sent one by one. */
const requestsPerSecond = 500;
export const defaultRoundMinutes = 0.75;
/** How long everything may take to be sent in the end: a share of a long round. */
const minFinishMs = 600_000;
const finishShare = 0.2;
/** What is recorded of a minute's files takes less. */
const diskMegabytesPerMinute = 16;
const minDiskMegabytes = 64;
/** From here on a round is about one process that lives for long: it is ended now and then only. */
const longRoundMinutes = 10;
const endsInLongRounds = 0.03;
/** Later than every time that a retry waits for. */
const finishClockMs = 200 * 3_600_000;

/**
 * Folders that are written to while everything is disturbed at random; then everything has to be sent, and is checked.
 * `interrupted`: the folder of a round with the same seed that ended before; null for a new round.
 */
export async function runWatchRound(
  seed: string,
  log: (line: string) => void,
  minutes: number,
  interrupted: string | null,
): Promise<RoundResult> {
  // What an interrupted round did isn't done again, with the same names.
  const random = new Random(interrupted === null ? seed : `${seed} after ${Date.now()}`);
  const folder = interrupted ?? mkdtempSync(join(tmpdir(), 'lading-soak-'));
  const user = otherUser();
  const clockFile = join(folder, 'clock');
  if (interrupted === null) writeFileSync(clockFile, '0');
  const faultsFile = join(folder, 'faults.json');
  const options: SandboxOptions = {
    dataDir: join(folder, 'platform'),
    faultsFile,
    requestsPerSecond,
    minPartBytes: 1024,
    etags: new Random(seed).pick(['md5', 'md5', 'opaque']),
  };
  const stateDir = join(folder, 'disk', 'state');
  const platformPath = join(folder, 'platform', 'sandbox.db');
  const databaseNames = interrupted === null ? null : namesOf(platformPath);
  let sandbox = await startPlatform(interrupted === null ? options : { ...options, port: portOf(stateDir) });
  const { url, port, databaseId, keys } = sandbox;
  const trees = ['inbox', 'twin', 'share', 'sorted'].map(
    (name) => new Tree(join(folder, name), name === 'sorted'),
  );
  const configPath = join(folder, 'watch.json');
  const rules = new Rules(configPath, databaseId, trees, random);
  rules.confirmDatabase = databaseNames?.get(databaseId) ?? null;
  rules.write();
  const apiKeys = [keys.admin, keys.databaseAdmin, keys.uploader];
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, random.pick(apiKeys), { mode: 0o600 });
  const disk = new SmallDisk(
    join(folder, 'disk'),
    Math.max(minDiskMegabytes, Math.ceil(minutes * diskMegabytesPerMinute)),
  );
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  if (interrupted !== null) {
    disk.free();
    for (const tree of trees) removeLeftovers(tree);
    restoreTrees(trees, stateDir);
    log(`restored ${trees.reduce((sum, tree) => sum + tree.files.size, 0)} files`);
  }
  if (user !== null) share(folder, [keyFile, home, disk.folder, ...trees.map(({ path }) => path)], user);
  const service = new Service({
    ...{ disk, clockFile, configPath, keyFile, user, log },
    imports: [clock, new URL('../../fixtures/own-home.js', import.meta.url).href],
    home,
    profilePath: writeProfile(folder, requestsPerSecond),
    stateDir,
    serverUrl: url,
    random: random.fork('service'),
  });
  const ending = new AbortController();
  const stopping = new AbortController();
  const running = service.runUntil(stopping.signal);
  const writing = trees.map((tree) => writeUntil(tree, random.fork(basename(tree.path)), ending.signal));
  let restarted = Promise.resolve();
  const restartPlatform = (whileDown: () => Promise<void> | void): Promise<void> => {
    restarted = restarted.then(async () => {
      sandbox.kill();
      await sandbox.exited;
      await whileDown();
      sandbox = await startPlatform({ ...options, port });
    });
    return restarted;
  };
  const setting: Setting = {
    ...{ service, rules, trees, folder, apiKeys },
    killPlatform: (downMs) => restartPlatform(() => delay(downMs)),
    renameDatabase: (name) =>
      restartPlatform(() => {
        const platform = new Sqlite(platformPath);
        platform.prepare('UPDATE databases SET name = ? WHERE id = ?').run(name, databaseId);
        platform.close();
      }),
  };
  const disturbed = await disturb(setting, random, minutes);
  replaceFile(faultsFile, '[]');
  ending.abort();
  await Promise.all(writing);
  stopping.abort();
  await service.stop();
  await running;
  log('— finish');
  for (const tree of trees) removeLeftovers(tree);
  replaceFile(clockFile, String(finishClockMs));
  if (service.findings.length === 0)
    await service.finish(Math.max(minFinishMs, minutes * 60_000 * finishShare));
  const findings = [...service.findings];
  if (findings.length === 0) findings.push(...(await checkWatch(service, sandbox, trees)));
  if (findings.length > 0) {
    disk.keep();
    writeFileSync(join(folder, 'output.txt'), service.output);
  }
  disk.end();
  await sandbox.stop();
  if (findings.length === 0) rmSync(folder, { recursive: true, force: true });
  return {
    ...{ findings, disturbed, folder },
    files: trees.reduce((sum, tree) => sum + tree.contents.size, 0),
    peakBytes: service.peakBytes,
    longestMs: service.longestMs,
  };
}

/** Several kinds at once, but each undoes itself before it happens again. Returns how often each happened. */
async function disturb(
  setting: Setting,
  random: Random,
  minutes: number,
): Promise<Readonly<Record<string, number>>> {
  const { service } = setting;
  const kinds = { ...disturbances, ...ends };
  const disturbed: Record<string, number> = {};
  const active = new Map<string, Promise<void>>();
  for (const until = performance.now() + minutes * 60_000; performance.now() < until; ) {
    await delay(random.int(500, 6000));
    if (service.findings.length > 0) break;
    const name = random.pick(Object.keys(kinds));
    if (name in ends && minutes >= longRoundMinutes && !random.chance(endsInLongRounds)) continue;
    if (active.has(name)) continue;
    disturbed[name] = (disturbed[name] ?? 0) + 1;
    service.options.log(`— ${name}`);
    const done = kinds[name]?.(setting, random) ?? Promise.resolve();
    active.set(
      name,
      done.finally(() => active.delete(name)),
    );
  }
  await Promise.all(active.values());
  return disturbed;
}

/** Of the platform that a service sent to. */
function portOf(stateDir: string): number {
  const { server }: { server: string } = JSON.parse(
    readFileSync(join(stateDir, 'watch-status.json'), 'utf8'),
  );
  return Number(new URL(server).port);
}

/** Of its databases. It must not be running. */
function namesOf(platformPath: string): ReadonlyMap<number, string> {
  const platform = new Sqlite(platformPath, { readonly: true });
  try {
    const rows = platform.prepare<[], [number, string]>('SELECT id, name FROM databases').raw().all();
    return new Map(rows);
  } finally {
    platform.close();
  }
}

/** Permissions mean nothing to root. Null for anyone else, and where another user can't read this repository. */
function otherUser(): User | null {
  if (process.getuid?.() !== 0) return null;
  const user = { uid: 65_534, gid: 65_534 };
  const read = `require('node:fs').accessSync(${JSON.stringify(clock)})`;
  return spawnSync(process.execPath, ['-e', read], { ...user, env: {} }).status === 0 ? user : null;
}

/** The service's user may read what is in the folder, and write to what is its own and to what is put into the trees. */
function share(folder: string, own: readonly string[], { uid, gid }: User): void {
  chmodSync(folder, 0o755);
  for (const path of own) chownSync(path, uid, gid);
  process.umask(0);
}
