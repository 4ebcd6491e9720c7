import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../fixtures/scan-observer.ts';
import { zipBytes } from '../fixtures/zip-bytes.ts';
import { pointsAt } from './kill-points.ts';
import type { ScanJob } from './scan-until-killed.ts';

const foldersInZip = 2_100; // a transaction for each
const zipFolders = Array.from({ length: foldersInZip }, (_, n) => ({ name: `inner ${n}/x` }));
const zipped = { 'aux/zip-0.zip': zipBytes(zipFolders), 'more/zip-1.zip': zipBytes(zipFolders) };

interface Evidence {
  readonly root: string;
  readonly sources: readonly string[];
}

/** Files of many folders, so that they are inspected in several jobs, and two that were chosen one by one. */
function makeEvidence(): Evidence {
  const root = temporaryFolder();
  const write = (path: string | Buffer, content: string | Buffer) => writeFileSync(path, content);
  for (let folder = 0; folder < 150; folder += 1) {
    mkdirSync(join(root, 'tree', `folder ${folder}`), { recursive: true });
    for (let file = 0; file < 2; file += 1)
      write(join(root, 'tree', `folder ${folder}`, `${folder}-${file}.txt`), `file ${folder} ${file}\n`);
  }
  for (const [path, content] of Object.entries(zipped)) {
    mkdirSync(join(root, 'tree', path, '..'));
    write(join(root, 'tree', path), content);
  }
  write(join(root, 'tree', 'aux', 'empty.pst'), '');
  write(join(root, 'tree', 'more', 'locked.zip'), zipBytes([{ name: 'x', flags: 1 }]));
  write(join(root, 'tree', 'more', 'photo.jpg'), '%PDF-1.7\nstartxref\n0\n%%EOF\n');
  write(Buffer.concat([Buffer.from(`${root}/tree/caf`), Buffer.from([0xe9])]), '');
  write(Buffer.concat([Buffer.from(`${root}/tree/caf`), Buffer.from([0xe8])]), 'other\n');
  write(join(root, 'tree', 'old.bin'), Buffer.from([1, 2, 3]));
  utimesSync(join(root, 'tree', 'old.bin'), 0, 0);
  symlinkSync('old.bin', join(root, 'tree', 'link'));
  write(join(root, 'one.txt'), 'one\n');
  write(join(root, 'two.txt'), '');
  return { root, sources: [join(root, 'one.txt'), join(root, 'tree'), join(root, 'two.txt')] };
}

class Scan {
  readonly stateDir = join(temporaryFolder(), 'state');
  readonly #job: ScanJob;
  /** Names of files, as often as they were inspected. */
  readonly inspected: string[] = [];

  constructor({ sources }: Evidence) {
    const { stateDir } = this;
    this.#job = {
      stateDir,
      sources,
      checkFiles: true,
      version: '1',
      log: join(stateDir, '..', 'log'),
      kill: null,
    };
  }

  /** In a process of its own. How it ended; null if it was killed. */
  async run(given: Partial<ScanJob> = {}): Promise<string | null> {
    const job = { ...this.#job, ...given };
    const entry = fileURLToPath(new URL('./scan-until-killed.ts', import.meta.url));
    const child = spawn(process.execPath, [entry, JSON.stringify(job)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await once(child, 'close');
    const lines = existsSync(job.log) ? readFileSync(job.log, 'utf8').trim().split('\n') : [];
    this.inspected.splice(0, Number.POSITIVE_INFINITY, ...lines);
    return output === '' ? null : output;
  }

  read<T>(sql: string): readonly T[] {
    const db = new Sqlite(join(this.stateDir, 'lading.db'), { readonly: true });
    try {
      return db.prepare<[], T>(sql).raw().all();
    } finally {
      db.close();
    }
  }

  /** Names of the files whose inspection the next scan needn't repeat. */
  kept(): ReadonlySet<string> {
    const items = this.read<[string]>('SELECT name FROM items WHERE inspected = 1');
    const kept = this.read<[Buffer]>('SELECT path FROM kept_inspections').map(([path]) => {
      const name = Buffer.from(path).toString('latin1').split('\0').at(-1) ?? '';
      return name.replaceAll(/[^ -~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
    });
    return new Set([...items.map(([name]) => name), ...kept]);
  }

  /** Everything that a scan stores, without the IDs, which depend on the order in which folders were read. */
  result() {
    const item = "roots.path || '|' || hex(path_key) || '|' || coalesce(hex(name_bytes), name)";
    const tables = 'folders ON folders.id = folder_id LEFT JOIN roots ON roots.id = root_id';
    return {
      items:
        this.read(`SELECT coalesce(${item}, link), size_bytes, items.mtime_ns, items.device, items.file_id, state, reason,
        type, issue, inspected FROM items LEFT JOIN ${tables} ORDER BY 1`),
      findings: this.read(`SELECT coalesce(findings.path, ${item}, link), code, severity, details
        FROM findings LEFT JOIN items ON items.id = item_id LEFT JOIN ${tables} ORDER BY 1, 2, 4`),
      folders:
        this.read(`SELECT roots.path, hex(path_key), items, bytes FROM folders JOIN roots ON roots.id = root_id
        ORDER BY 1, 2, 3, 4`),
      inner:
        this.read(`SELECT ${item}, container_folders.path, other_path, is_doubtful, entries, container_folders.bytes
        FROM container_folders JOIN items ON items.id = item_id JOIN ${tables} ORDER BY 1, 2`),
      totals: this.read('SELECT state, items, bytes FROM totals ORDER BY 1'),
      issues: this.read('SELECT state, issue, items FROM issue_totals WHERE items > 0 ORDER BY 1, 2'),
      upload: this.read('SELECT state, inspection FROM uploads'),
      kept: this.read('SELECT count(*) FROM kept_inspections'),
      finished: this.read("SELECT data FROM events WHERE type = 'scan-finished'"),
      checked: this.read("SELECT data FROM events WHERE type = 'files-checked' ORDER BY seq DESC LIMIT 1"),
    };
  }
}

async function undisturbed(evidence: Evidence, given: Partial<ScanJob> = {}): Promise<Scan> {
  const scan = new Scan(evidence);
  expect(await scan.run(given)).toBe('scanned');
  return scan;
}

/** That are inspected. */
const files = 310;
/** Each of them is inspected, and the scan isn't done. */
const allInspected = { write: 'inspections.setInspected', call: files, when: 'after' } as const;
const points = pointsAt([
  ['inspections.setInspected'],
  ['keptInspections.keep'],
  ['folders.addRoots'],
  ['inspections.begin'],
  ['inspections.set'],
]);

test('killed before and after each step is stored, a scan ends, and inspects again only what was not stored', async () => {
  const evidence = makeEvidence();
  const whole = await undisturbed(evidence);
  expect(whole.inspected).toHaveLength(files);
  const scan = new Scan(evidence);
  const unstored = new Map<string, number>();
  for (const kill of points) {
    const before = scan.inspected.length;
    expect(await scan.run({ kill }), `it was killed ${kill.when} ${kill.write}`).toBeNull();
    const kept = scan.kept();
    const isInspecting = kill.write === 'inspections.setInspected';
    if (isInspecting) expect(kept.size > 0).toBe(kill.when === 'after');
    for (const name of new Set(scan.inspected.slice(before)))
      if (!kept.has(name)) unstored.set(name, (unstored.get(name) ?? 0) + 1);
  }
  expect(await scan.run()).toBe('scanned');
  expect(unstored.size).toBeGreaterThan(0);
  const times = Map.groupBy(scan.inspected, (name) => name);
  expect(times.size).toBe(files);
  for (const [name, { length }] of times)
    expect(length - 1, name).toBeLessThanOrEqual(unstored.get(name) ?? 0);
  expect(scan.result()).toEqual(whole.result());
});

test('what changed between two runs is inspected again, and nothing else', async () => {
  const evidence = makeEvidence();
  const tree = join(evidence.root, 'tree');
  const scan = new Scan(evidence);
  expect(await scan.run({ kill: allInspected })).toBeNull();
  const before = scan.inspected.length;
  const in3 = (name: string) => join(tree, 'folder 3', name);
  writeFileSync(in3('3-0.txt'), 'changed, and longer\n');
  rmSync(in3('3-1.txt'));
  writeFileSync(in3('new.txt'), '');
  // Another file of the same size and time.
  const { atime, mtime } = statSync(join(tree, 'more', 'photo.jpg'));
  copyFileSync(join(tree, 'more', 'photo.jpg'), join(tree, 'copy'));
  utimesSync(join(tree, 'copy'), atime, mtime);
  renameSync(join(tree, 'copy'), join(tree, 'more', 'photo.jpg'));
  rmSync(join(tree, 'folder 9'), { recursive: true });
  renameSync(join(tree, 'folder 5'), join(tree, 'folder five'));
  expect(await scan.run()).toBe('scanned');
  const whole = await undisturbed(evidence);
  expect(scan.result()).toEqual(whole.result());
  const again = new Set(scan.inspected.slice(before));
  expect(again).toEqual(new Set(['3-0.txt', 'new.txt', 'photo.jpg', '5-0.txt', '5-1.txt']));
});

test('an empty mount point removes nothing of what was found', async () => {
  const evidence = makeEvidence();
  const tree = join(evidence.root, 'tree');
  const scan = new Scan(evidence);
  expect(await scan.run({ kill: allInspected })).toBeNull();
  const before = scan.inspected.length;
  renameSync(tree, `${tree}.away`);
  expect(await scan.run()).toBe('source-missing');
  mkdirSync(tree);
  // Killed while it reads the mount point, it still knows the source.
  expect(await scan.run({ kill: { write: 'folders.addRoots', call: 1, when: 'after' } })).toBeNull();
  expect(await scan.run()).toBe('source-unavailable');
  rmdirSync(tree);
  renameSync(`${tree}.away`, tree);
  expect(await scan.run()).toBe('scanned');
  expect(scan.inspected).toHaveLength(before);
  expect(scan.result()).toEqual((await undisturbed(evidence)).result());
});

test.each<[string, Partial<ScanJob>]>([
  ['another version of Lading', { version: '2' }],
  ['the checks left out', { checkFiles: false }],
])('with %s, the result is that of an undisturbed scan', async (_, given) => {
  const evidence = makeEvidence();
  const scan = new Scan(evidence);
  expect(await scan.run({ kill: allInspected })).toBeNull();
  // The upload keeps its request.
  if (given.checkFiles === false) {
    const db = new Sqlite(join(scan.stateDir, 'lading.db'));
    db.exec("UPDATE uploads SET request = json_set(request, '$.checkFiles', json('false'))");
    db.close();
  }
  const before = scan.inspected.length;
  expect(await scan.run(given)).toBe('scanned');
  const whole = await undisturbed(evidence, given);
  expect(scan.inspected).toHaveLength(before + whole.inspected.length);
  expect(scan.result()).toEqual(whole.result());
});
