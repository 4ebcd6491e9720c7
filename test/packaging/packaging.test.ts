/** The packaged app, as far as it can be tested without Electron's runtime and without signing. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extractAll, extractFile, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Arch, build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fuses } from '../../build/fuses.ts';
import { icons } from '../../build/icons.ts';
import { buildOutdated } from '../../build/index.ts';
import { productionDependencies } from '../../build/licenses.ts';
import { refusedSwitches } from '../../main/app/launch-switches.ts';
import { isSecureFeed } from '../../main/updates/feed-support.ts';
import type { Target } from './fake-electron.ts';
import { type Packed, pack, packInto, repository, runBuilder } from './pack.ts';
import { uploadWithBuild } from './upload-with-build.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-packaging-'));
beforeAll(() => buildOutdated());
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const sqlite = [
  'LICENSE',
  'lib/binding.js',
  'lib/database.js',
  'lib/index.js',
  'lib/methods/aggregate.js',
  'lib/methods/backup.js',
  'lib/methods/explain.js',
  'lib/methods/function.js',
  'lib/methods/inspect.js',
  'lib/methods/pragma.js',
  'lib/methods/serialize.js',
  'lib/methods/table.js',
  'lib/methods/transaction.js',
  'lib/methods/wrappers.js',
  'lib/sqlite-error.js',
  'lib/util.js',
  'package.json',
].map((path) => `node_modules/better-sqlite3/${path}`);

/** Every file except shared chunks. */
const ours = [
  'LICENSE',
  'dist/main/engine/custody/receipt-worker.js',
  'dist/main/engine/custody/verify-worker.js',
  'dist/main/engine/directories/check-worker.js',
  'dist/main/engine/directories/match-worker.js',
  'dist/main/engine/rpc/process.js',
  'dist/main/engine/rpc/query-worker.js',
  'dist/main/engine/intake/preflight/inspect-worker.js',
  'dist/main/engine/intake/passwords/trial-worker.js',
  'dist/main/engine/intake/scan-worker.js',
  'dist/main/engine/sources/reader-worker.js',
  'dist/main/engine/transfer/hashing/hash-worker.js',
  'dist/main/engine/watch/ledger/scan-worker.js',
  'dist/main/index.js',
  'dist/main/sandbox/ui/refresh.js',
  'dist/main/sandbox/ui/style.css',
  'dist/main/sandbox/process.js',
  'dist/package.json',
  'dist/preload/index.cjs',
  'dist/renderer/index.html',
  'dist/resources/profiles/default.json',
  'package.json',
  'resources/icons/tray.png',
  'resources/icons/tray@2x.png',
  'resources/icons/trayTemplate.png',
  'resources/icons/trayTemplate@2x.png',
];

const isChunk = (path: string): boolean =>
  /^dist\/chunks\/[\w.-]+\.js$/.test(path) ||
  /^dist\/renderer\/assets\/[\w.-]+\.(js|css|woff2|svg)$/.test(path);

function filesIn(asar: string): string[] {
  const paths = listPackage(asar, { isPack: false }).map((path) => path.replaceAll('\\', '/').slice(1));
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`))).sort();
}

/** Made by the first test that asks for it. */
let linuxPackage: Promise<Packed> | null = null;
function packLinux(): Promise<Packed> {
  linuxPackage ??= pack('linux', 'x64', join(folder, 'linux-x64')).catch((error: unknown) => {
    linuxPackage = null;
    throw error;
  });
  return linuxPackage;
}

describe.each([
  ['linux', 'x64', 'linux-x64'],
  ['linux', 'arm64', 'linux-arm64'],
  ['win', 'x64', 'win32-x64'],
  ['mac', 'arm64', 'darwin-arm64'],
] as const)('the package for %s %s', (target: Target, arch, binary) => {
  let packed: Packed;
  beforeAll(async () => {
    packed = binary === 'linux-x64' ? await packLinux() : await pack(target, arch, join(folder, binary));
  });

  test('contains these files and no others', () => {
    const files = filesIn(packed.asar).filter((path) => !isChunk(path));
    const native = `node_modules/better-sqlite3/prebuilds/${binary}.node`;
    expect(files).toEqual([...ours, ...sqlite, native].sort());
  });

  test('has its native code outside the archive, for this target only', async () => {
    const unpacked = await readdir(`${packed.asar}.unpacked`, { recursive: true });
    expect(unpacked.filter((path) => path.endsWith('.node'))).toEqual([
      join('node_modules', 'better-sqlite3', 'prebuilds', `${binary}.node`),
    ]);
  });

  test('has every fuse set as configured', async () => {
    const wire = await getCurrentFuseWire(packed.program);
    for (const [name, wanted] of Object.entries(fuses)) {
      const [, found] = Object.entries(wire).find(([index]) => index === name) ?? [];
      expect([name, found]).toEqual([name, wanted ? FuseState.ENABLE : FuseState.DISABLE]);
    }
  });

  test('stays below 11 MB besides Electron, native code included', () => {
    const native = join(`${packed.asar}.unpacked`, 'node_modules/better-sqlite3/prebuilds', `${binary}.node`);
    const bytes = statSync(packed.asar).size + statSync(native).size;
    expect(bytes).toBeLessThan(11_000_000);
  });

  test('includes the sample matter and the bill of materials, English only, and no update feed', async () => {
    const files = (await readdir(packed.app, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
    expect(files.some((path) => path.includes('sample-matter/Ng, Ana'))).toBe(true);
    expect(files.some((path) => /(^|\/)sbom\.cdx\.json$/.test(path))).toBe(true);
    expect(files.flatMap((path) => /(?:^|\/)service\/(.+)$/.exec(path)?.[1] ?? []).sort()).toEqual([
      'app.lading.watch.plist',
      'lading-watch.service',
      'lading-watch.xml',
      'watch-config.schema.json',
      'watch.example.json',
    ]);
    const locales = files.filter((path) => /(^|\/)(de\.pak|de\.lproj)/.test(path));
    expect(locales).toEqual([]);
    expect(files.filter((path) => /app-update\.yml$|\.map$/.test(path))).toEqual([]);
  });
});

describe('what ships', () => {
  let packed: Packed;
  beforeAll(async () => {
    packed = await packLinux();
  });

  test('has no trace of tests, of this machine or of its sources', () => {
    for (const path of filesIn(packed.asar)) {
      if (path.endsWith('.node') || path.startsWith('node_modules')) continue;
      const text = extractFile(packed.asar, path).toString('latin1');
      expect([path, text.includes('sourceMappingURL=')]).toEqual([path, false]);
      expect([path, text.includes('sourcesContent')]).toEqual([path, false]);
      expect([path, text.includes(repository)]).toEqual([path, false]);
      expect([path, /(?:build|test)\/stand-in|STAND_IN|vitest|playwright/i.test(text)]).toEqual([
        path,
        false,
      ]);
    }
  });

  test('has source maps in the build, but none in the package', () => {
    const files = filesIn(packed.asar);
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
    const windowScripts = files.filter((path) => /^dist\/renderer\/assets\/.*\.js$/.test(path));
    expect(windowScripts.length).toBeGreaterThan(0);
    for (const path of ['dist/main/index.js', 'dist/preload/index.cjs', ...windowScripts]) {
      expect([path, existsSync(join(repository, `${path}.map`))]).toEqual([path, true]);
    }
  });

  test('has a manifest with only what Electron reads', () => {
    const manifest = JSON.parse(extractFile(packed.asar, 'package.json').toString());
    expect(manifest.main).toBe('dist/main/index.js');
    expect(manifest.type).toBe('module');
    expect(manifest.devDependencies).toBeUndefined();
    expect(manifest.scripts).toBeUndefined();
  });

  test('is complete: engine and sandbox from the packed files run an upload to its receipt', async () => {
    const out = join(folder, 'extracted');
    extractAll(packed.asar, out);
    const outcome = await uploadWithBuild(join(out, 'dist'), join(folder, 'run'));
    expect(outcome).toEqual({ items: 3, uploaded: 3, sha1: true, custodian: 'Ng, Ana', receiptRows: 3 });
  });

  test('lists every library with its license, and each license is permissive', () => {
    const dependencies = productionDependencies(repository);
    const permissive = [
      'MIT',
      'MIT-0',
      'ISC',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'Apache-2.0',
      '0BSD',
      'BlueOak-1.0.0',
      'Python-2.0',
    ];
    const notPermissive = dependencies.filter(({ license }) => {
      return !license.split(/ OR |[()]/).some((one) => permissive.includes(one));
    });
    expect(notPermissive.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
    const text = readFileSync(join(dirname(packed.asar), 'licenses.txt'), 'utf8');
    expect(text).toContain('Apache License');
    for (const { name, version } of dependencies) expect(text).toContain(`${name} ${version}\n`);
  });

  test('includes no development dependency', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    const shipped = productionDependencies(repository).map(({ name }) => name);
    expect(shipped.filter((name) => Object.hasOwn(devDependencies, name))).toEqual([]);
  });
});

test('every fuse of Electron is configured', () => {
  const known = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
  expect(Object.keys(fuses).map(Number).sort()).toEqual(known.sort());
});

test('the configuration is validated by electron-builder', async () => {
  const { code, output } = await runBuilder(['--linux', 'dir', '-c.nsis.noSuchOption=1']);
  expect(code).not.toBe(0);
  expect(output).toContain('does not match the API schema');
});

describe('a release', () => {
  const config = (): string => readFileSync(join(repository, 'electron-builder.yml'), 'utf8');

  // electron-builder attempts a signature for macOS only there.
  test('fails if it is not signed', async () => {
    await expect(packInto('win', 'x64', join(folder, 'unsigned'))).rejects.toThrow(
      '`forceCodeSigning` is enabled',
    );
  });

  test('has its native code signed on Windows, and a hardened runtime on macOS', () => {
    expect(config()).toMatch(/^forceCodeSigning: true$/m);
    expect(config()).toMatch(/^ {2}signExts:\n {4}- \.exe\n {4}- \.dll\n {4}- \.node$/m);
    expect(config()).toMatch(/^ {2}verifyUpdateCodeSignature: true$/m);
    expect(config()).toMatch(/^ {2}hardenedRuntime: true$/m);
  });

  test('has no update feed, or one that the application accepts', () => {
    const [, feed] = /^publish:(.*(?:\n {2}.*)*)$/m.exec(config()) ?? [];
    expect(feed?.trim() === 'null' || isSecureFeed(feed ?? '')).toBe(true);
  });
});

test('the menu entry of an AppImage starts the application with no switch that it refuses', async () => {
  const entries: unknown[] = [];
  await build({
    targets: Platform.LINUX.createTarget('AppImage', Arch.x64),
    projectDir: repository,
    prepackaged: folder,
    publish: 'never',
    config: { extends: 'electron-builder.yml', directories: { output: join(folder, 'app-image') } },
    // Called instead of making the file.
    effectiveOptionComputed: async ({ desktop }) => {
      entries.push(desktop);
      return true;
    },
  });
  const [, command] = /^Exec=AppRun (.*)$/m.exec(String(entries[0])) ?? [];
  expect(command).toContain('%U');
  expect(refusedSwitches(command?.split(' ') ?? [], 'linux', () => false)).toEqual([]);
});

test('main and the installer use the same app ID', () => {
  const [, inInstaller] =
    /^appId: (.+)$/m.exec(readFileSync(join(repository, 'electron-builder.yml'), 'utf8')) ?? [];
  const [, inMain] = /appId = '(.+)'/.exec(readFileSync(join(repository, 'main', 'index.ts'), 'utf8')) ?? [];
  expect(inMain).toBe(inInstaller);
  expect(inInstaller).toMatch(/^[\w.]+$/);
});

test('the icons are up to date with their source', () => {
  for (const [path, content] of icons()) {
    const kept = readFileSync(join(repository, 'resources', 'icons', path));
    expect([path, kept.equals(Buffer.from(content))]).toEqual([path, true]);
  }
});

test('the macOS entitlements are only what V8 needs', () => {
  const text = readFileSync(join(repository, 'resources/installer/entitlements.mac.plist'), 'utf8');
  expect([...text.matchAll(/<key>(.*?)<\/key>/g)].map(([, key]) => key)).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});
