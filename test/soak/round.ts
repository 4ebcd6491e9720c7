import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultProfilePath } from '../../main/engine/platform/profile-file.ts';
import type { SandboxOptions } from '../../main/sandbox/index.ts';
import { checkUpload } from './check.ts';
import { Client } from './client.ts';
import { disturbances, replaceFile } from './disturbances.ts';
import { type EvidenceFile, type Fingerprint, fingerprint, isUntouched, makeEvidence } from './evidence.ts';
import { Random } from './random.ts';
import { openRoots, type Root } from './root.ts';
import { SmallDisk } from './small-disk.ts';
import { startPlatform } from './start-platform.ts';

const partBytes = 256 * 1024;
const requestsPerSecond = 25;
const disturbMs = 45_000;
const finishMs = 180_000;

export interface RoundResult {
  readonly findings: readonly string[];
  /** How often each disturbance happened. */
  readonly disturbed: Readonly<Record<string, number>>;
  readonly files: number;
  readonly peakBytes: number;
  readonly folder: string;
  /** How long the longest process ran. */
  readonly longestMs?: number;
}

interface Upload {
  readonly client: Client;
  readonly roots: readonly Root[];
  /** The files of the roots. */
  readonly folders: readonly string[];
  readonly evidence: readonly EvidenceFile[];
  readonly fingerprints: readonly Fingerprint[];
  readonly disk: SmallDisk;
}

/** Two uploads at once, disturbed at random until they have to finish; then everything is checked. */
export async function runRound(seed: string, log: (line: string) => void): Promise<RoundResult> {
  const random = new Random(seed);
  const folder = mkdtempSync(join(tmpdir(), 'lading-soak-'));
  const faultsFile = join(folder, 'faults.json');
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  const profilePath = writeProfile(folder);
  const options: SandboxOptions = {
    dataDir: join(folder, 'platform'),
    faultsFile,
    requestsPerSecond,
    minPartBytes: 1024,
    etags: random.pick(['md5', 'md5', 'opaque']),
    partUrlLifeMs: random.pick([15 * 60_000, 2000]),
  };
  let sandbox = await startPlatform(options);
  const { url, port, databaseId, keys } = sandbox;
  const uploads: Upload[] = [];
  for (const name of ['one', 'two']) {
    const inRound = random.fork(name);
    const folders = ['drive', 'volume', 'share'].map((root) => join(folder, name, root));
    const evidence = folders.flatMap((root, at) =>
      makeEvidence(root, inRound.fork(String(at)), at === 1 ? 80 * partBytes + 7 : partBytes + 1),
    );
    const fingerprints = folders.map(fingerprint);
    const roots = await openRoots(folders);
    const disk = new SmallDisk(join(folder, name, 'disk'));
    const client = new Client({
      ...{ name, disk, profilePath, clockFile, databaseId, log },
      stateDir: join(disk.folder, 'state'),
      roots: roots.map((root) => root.path),
      serverUrl: url,
      apiKeys: [keys.admin, keys.databaseAdmin, keys.uploader],
      random: inRound,
    });
    uploads.push({ client, roots, folders, evidence, fingerprints, disk });
  }
  const clients = uploads.map(({ client }) => client);
  const timeout = new AbortController();
  const finishing = clients.map((client) => client.finish(timeout.signal));
  const setting = {
    clients,
    roots: uploads.flatMap(({ roots }) => roots),
    evidence: uploads.map(({ evidence }) => evidence),
    faultsFile,
    clockFile,
    log,
    async killPlatform(downMs: number) {
      sandbox.kill();
      await sandbox.exited;
      await delay(downMs);
      sandbox = await startPlatform({ ...options, port });
    },
  };
  const disturbed: Record<string, number> = {};
  const active = new Map<string, Promise<void>>();
  for (const until = performance.now() + disturbMs; performance.now() < until; ) {
    await delay(random.int(100, 4000));
    if (clients.every(({ isFinished, findings }) => isFinished || findings.length > 0)) break;
    const name = random.pick(Object.keys(disturbances));
    const disturb = disturbances[name];
    if (disturb === undefined || active.has(name)) continue;
    disturbed[name] = (disturbed[name] ?? 0) + 1;
    log(`— ${name}`);
    // Several kinds at once, but each undoes itself before it happens again.
    active.set(
      name,
      disturb(setting, random).finally(() => active.delete(name)),
    );
  }
  await Promise.all(active.values());
  replaceFile(faultsFile, '[]');
  const timer = setTimeout(() => {
    timeout.abort();
    for (const client of clients) client.kill();
  }, finishMs);
  await Promise.all(finishing);
  clearTimeout(timer);

  const findings: string[] = [];
  for (const { client, roots, folders, evidence, fingerprints, disk } of uploads) {
    const report = (finding: string) => findings.push(`${client.options.name}: ${finding}`);
    client.findings.forEach(report);
    if (client.findings.length === 0) {
      if (!client.isFinished)
        report(`not finished ${finishMs / 1000} s after the last disturbance\n${client.output.slice(-2000)}`);
      else {
        const named = new Set(folders.filter((_, at) => client.emptyRoots.has(roots[at]?.path ?? '')));
        const there = evidence.filter(({ root }) => !named.has(root));
        (await checkUpload(client, sandbox, there)).forEach(report);
      }
    }
    for (const root of roots) await root.end();
    folders.forEach((root, at) => {
      const rewritten = evidence.filter((file) => file.root === root && file.versions.length > 1);
      const byPath = new Map(rewritten.map((file) => [file.bytesBelowRoot.toString('hex'), file]));
      if (!isUntouched(fingerprints[at] ?? new Map(), fingerprint(root), byPath))
        report(`${root} was changed`);
    });
    if (findings.length > 0) disk.keep();
    disk.end();
  }
  const { maxApiRequestsPerSecond } = await sandbox.inspect('summary');
  if (maxApiRequestsPerSecond > requestsPerSecond)
    findings.push(`${maxApiRequestsPerSecond} requests reached the platform in one second`);
  await sandbox.stop();
  if (findings.length === 0) rmSync(folder, { recursive: true, force: true });
  return {
    ...{ findings, disturbed, folder },
    files: uploads.reduce((sum, { evidence }) => sum + evidence.length, 0),
    peakBytes: Math.max(...clients.map(({ peakBytes }) => peakBytes)),
  };
}

export function writeProfile(folder: string, requestsPerSecond?: number): string {
  const profile: { limits: object } = JSON.parse(readFileSync(defaultProfilePath, 'utf8'));
  Reflect.deleteProperty(profile, '$schema');
  Object.assign(profile.limits, { minPartBytes: 1024, recommendedPartBytes: partBytes });
  if (requestsPerSecond !== undefined) Object.assign(profile.limits, { requestsPerSecond });
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'profile.json');
  writeFileSync(path, JSON.stringify(profile));
  return path;
}
