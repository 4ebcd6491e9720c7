import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type SandboxOptions, startSandbox } from '../../../main/sandbox/index.ts';
import { clock } from '../client.ts';
import { faultRules, replaceFile } from '../disturbances.ts';
import { Random } from '../random.ts';
import { type RoundResult, writeProfile } from '../round.ts';
import { SmallDisk } from '../small-disk.ts';
import { checkWatch } from './check.ts';
import { Service } from './service.ts';
import { Tree } from './tree.ts';
import { writeUntil } from './writers.ts';

/** Many small files are sent one by one. */
const requestsPerSecond = 500;
const disturbMs = 45_000;
const finishMs = 120_000;

interface Setting {
  readonly service: Service;
  readonly trees: readonly Tree[];
  readonly folder: string;
  readonly apiKeys: readonly string[];
  writeConfig(isBroken: boolean): void;
  killPlatform(downMs: number): Promise<void>;
}

/** Each undoes itself, except for a clock, which stays wrong. */
const disturbances: Readonly<Record<string, (setting: Setting, random: Random) => Promise<void>>> = {
  'kill the service': async ({ service }) => service.kill(),
  'kill it again and again': async ({ service }, random) => {
    for (let times = random.int(2, 6); times > 0; times -= 1) {
      service.kill();
      await delay(random.int(500, 4000));
    }
  },
  'stop the service': ({ service }) => service.stop(),
  'kill the platform': ({ killPlatform }, random) => killPlatform(random.int(0, 3000)),
  'turn the clock': async ({ folder }, random) => {
    const hours = random.pick([-26, -1, -0.001, 0, 0.001, 1, 30]);
    replaceFile(join(folder, 'clock'), String(hours * 3_600_000));
  },
  'inject faults': async ({ folder }, random) => {
    const file = join(folder, 'faults.json');
    replaceFile(file, JSON.stringify({ seed: random.int(1, 1e6), rules: faultRules(random) }));
    await delay(random.int(1000, 8000));
    replaceFile(file, '[]');
  },
  'refuse the key': async ({ folder, apiKeys }, random) => {
    const file = join(folder, 'faults.json');
    replaceFile(file, JSON.stringify([{ match: {}, fault: { kind: 'status', status: 401 } }]));
    await delay(random.int(500, 3000));
    replaceFile(file, '[]');
    writeFileSync(join(folder, 'key'), random.pick(apiKeys));
  },
  'take a folder away': ({ trees }, random) =>
    random.pick(trees).leave(random.chance(0.5), random.int(200, 8000)),
  'fill the disk': async ({ service }, random) => {
    const { disk } = service.options;
    if (!disk.isMounted) return;
    disk.fill();
    await delay(random.int(200, 4000));
    disk.free();
  },
  'break the config': async ({ service, writeConfig }, random) => {
    writeConfig(true);
    service.reload();
    await delay(random.int(500, 2000));
    writeConfig(false);
    service.reload();
  },
};

/** Folders that are written to while everything is disturbed at random; then everything has to be sent, and is checked. */
export async function runWatchRound(seed: string, log: (line: string) => void): Promise<RoundResult> {
  const random = new Random(seed);
  const folder = mkdtempSync(join(tmpdir(), 'lading-soak-'));
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  const faultsFile = join(folder, 'faults.json');
  const options: SandboxOptions = {
    dataDir: join(folder, 'platform'),
    faultsFile,
    requestsPerSecond,
    minPartBytes: 1024,
    etags: random.pick(['md5', 'md5', 'opaque']),
  };
  let sandbox = await startSandbox(options);
  const { url, port, databaseId, keys } = sandbox;
  const trees = ['inbox', 'share'].map((name) => new Tree(join(folder, name)));
  const configPath = join(folder, 'watch.json');
  const writeConfig = (isBroken: boolean): void => {
    const rule = (tree: Tree, polling: 'auto' | 'always', name: string) => ({
      ...{ name, path: tree.path, database: databaseId, dataset: `{folder} {date}`, polling, pack: 'never' },
      ...{ settleSeconds: 2, quietSeconds: 1, rescanSeconds: 2, custodianBy: 'folder:1' },
    });
    const [inbox, share] = trees;
    if (inbox === undefined || share === undefined) throw new Error('No folders');
    // Two rules over one folder: each file is sent by one of them.
    const watch = [
      { ...rule(inbox, 'auto', basename(inbox.path)), datasetPer: 'batch' },
      { ...rule(inbox, 'always', 'twin'), datasetPer: 'day' },
      { ...rule(share, 'always', basename(share.path)), datasetPer: 'folder' },
    ];
    replaceFile(configPath, isBroken ? '{ "watch": [' : JSON.stringify({ watch }));
  };
  writeConfig(false);
  const apiKeys = [keys.admin, keys.databaseAdmin, keys.uploader];
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, random.pick(apiKeys), { mode: 0o600 });
  const disk = new SmallDisk(join(folder, 'disk'));
  const service = new Service({
    ...{ disk, clockFile, clock, configPath, keyFile, log },
    profilePath: writeProfile(folder, requestsPerSecond),
    stateDir: join(disk.folder, 'state'),
    serverUrl: url,
    random: random.fork('service'),
  });
  const ending = new AbortController();
  const stopping = new AbortController();
  const running = service.runUntil(stopping.signal);
  const writing = trees.map((tree) => writeUntil(tree, random.fork(basename(tree.path)), ending.signal));
  const setting: Setting = {
    ...{ service, trees, folder, apiKeys, writeConfig },
    async killPlatform(downMs) {
      sandbox.kill();
      await sandbox.exited;
      await delay(downMs);
      sandbox = await startSandbox({ ...options, port });
    },
  };
  const disturbed: Record<string, number> = {};
  const active = new Map<string, Promise<void>>();
  for (const until = performance.now() + disturbMs; performance.now() < until; ) {
    await delay(random.int(500, 6000));
    if (service.findings.length > 0) break;
    const name = random.pick(Object.keys(disturbances));
    const disturb = disturbances[name];
    if (disturb === undefined || active.has(name)) continue;
    disturbed[name] = (disturbed[name] ?? 0) + 1;
    log(`— ${name}`);
    active.set(
      name,
      disturb(setting, random).finally(() => active.delete(name)),
    );
  }
  await Promise.all(active.values());
  replaceFile(faultsFile, '[]');
  ending.abort();
  await Promise.all(writing);
  stopping.abort();
  await service.stop();
  await running;
  log('— finish');
  if (service.findings.length === 0) await service.finish(finishMs);
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
  };
}
