/** Lints one file with each import below and compares what Biome refuses with what this table says. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rooms } from './import-rules.ts';
import { lintRules, rulesFile } from './write-lint-rules.ts';

/** A folder, what it may import, and what it may not: specifiers, or whole statements where they matter. */
const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['preload/contract', ['./views.ts', 'zod'], ['../index.ts', '../../main/log.ts', 'node:fs', 'electron']],
  [
    'preload',
    ['./contract/channels.ts', "import { ipcRenderer } from 'electron'"],
    ['../main/index.ts', '../renderer/main.tsx', 'node:fs', "import { ipcMain } from 'electron'"],
  ],
  ['renderer', ['./app/app.tsx', './theme/base.css'], ['./features/upload/x.tsx', '../main/index.ts']],
  [
    'renderer/app',
    ['../features/upload/x.tsx', '../../preload/contract/views.ts'],
    ['../main.tsx', '../../main/app/log.ts', 'electron', 'node:fs'],
  ],
  [
    'renderer/features/upload',
    ['./x.tsx', '../../ui/button.tsx', '../../navigation/route.ts'],
    [
      '../uploads/x.tsx',
      "import type { Y } from '../uploads/y.tsx'",
      '../../app/route.ts',
      '../../../main/engine/index.ts',
      '../../../test/fakes/window-bridge.ts',
      'electron',
      'node:fs',
    ],
  ],
  [
    'renderer/features/new-upload/source',
    ['../steps.ts', '../review/x.ts', '../../../ui/card.tsx'],
    ['../../settings/x.tsx', '../../../app/x.tsx', '../x/../../settings/x.tsx'],
  ],
  ['renderer/shared', ['../ui/button.tsx'], ['../features/upload/x.tsx', '../app/app.tsx']],
  ['renderer/ui', ['../i18n/words.ts'], ['../features/upload/x.tsx', '../app/app.tsx']],
  [
    'renderer/navigation',
    ['../../preload/contract/views.ts'],
    ['../state/store.ts', '../features/upload/x.tsx'],
  ],
  [
    'renderer/state',
    ['../../preload/contract/index.ts', '../navigation/routes.ts'],
    ['../ui/button.tsx', '../app/app.tsx'],
  ],
  ['renderer/i18n', ['./words/common.ts'], ['../ui/icon.tsx', '../state/store.ts']],
  ['renderer/theme', ['./tokens.css'], ['../ui/icon.tsx', '../../preload/contract/views.ts']],
  [
    'main',
    ['./engine/index.ts', './window/menu.ts', "import { app } from 'electron'"],
    [
      './engine/store/open.ts',
      './sandbox/server.ts',
      './cli/index.ts',
      './window/../cli/index.ts',
      "import { ipcMain } from 'electron'",
      "import { app, shell } from 'electron'",
    ],
  ],
  [
    'main/ipc',
    ['../uploads/upload-tracker.ts', "import { ipcMain } from 'electron'"],
    ['../index.ts', '../engine/rpc/protocol.ts', "import { ipcRenderer } from 'electron'"],
  ],
  [
    'main/window',
    ['../app/log.ts', '../words.ts', "import { shell } from 'electron'"],
    ['../ipc/index.ts', '../engine/index.ts', "import { ipcMain } from 'electron'"],
  ],
  ['main/updates', ['../app/log.ts'], ['../window/menu.ts', '../ipc/index.ts']],
  [
    'main/uploads',
    ['../engine/index.ts', '../processes/engine-host.ts'],
    ['../window/menu.ts', '../engine/types/ids.ts', 'electron'],
  ],
  [
    'main/processes',
    ['../sandbox/index.ts', "import { utilityProcess } from 'electron'"],
    ['../uploads/upload-tracker.ts', '../sandbox/options.ts'],
  ],
  [
    'main/connections',
    ['../app/keychain.ts'],
    ['../uploads/upload-tracker.ts', "import { safeStorage } from 'electron'"],
  ],
  [
    'main/app',
    ['../engine/index.ts', "import { app } from 'electron'"],
    ['../connections/connections.ts', '../engine/store/open.ts'],
  ],
  [
    'main/cli',
    ['../engine/index.ts', '../sandbox/index.ts', '../app/state-dir.ts'],
    ['../app/log.ts', '../engine/uploads/engine.ts', '../window/menu.ts', 'electron'],
  ],
  [
    'main/cli/commands',
    ['../output.ts', '../../engine/index.ts'],
    ['../../engine/uploads/engine.ts', '../../ipc/index.ts'],
  ],
  [
    'main/sandbox',
    ['./store/database.ts', '../../preload/contract/loopback.ts'],
    ['../engine/index.ts', '../cli/index.ts', 'electron'],
  ],
  [
    'main/sandbox/operations',
    ['../store/database.ts'],
    ['../../engine/types/ids.ts', "export * from '../../engine/index.ts'"],
  ],
  [
    'main/engine',
    ['./uploads/engine.ts', './types/ids.ts'],
    ['../cli/index.ts', '../sandbox/index.ts', 'electron'],
  ],
  [
    'main/engine/rpc',
    ['../uploads/engine.ts', '../store/open.ts'],
    ['../index.ts', '../../ipc/index.ts', 'electron'],
  ],
  [
    'main/engine/uploads',
    ['./run/run-upload.ts', './context/engine-context.ts', '../store/open.ts', '../formats/limits.ts'],
    ['../formats/readers.ts', '../rpc/protocol.ts', '../index.ts'],
  ],
  [
    'main/engine/uploads/run',
    ['../prepare/scan-upload.ts', '../../transfer/index.ts', '../../transfer/rates/forecast.ts'],
    [
      '../../transfer/run/send-upload.ts',
      '../../transfer/rates/part-size.ts',
      '../drafts/update-draft.ts',
      '../engine.ts',
    ],
  ],
  [
    'main/engine/uploads/drafts',
    ['../prepare/select-files.ts', '../context/draft-state.ts'],
    ['../run/run-upload.ts', '../engine.ts'],
  ],
  [
    'main/engine/uploads/prepare',
    ['../context/engine-context.ts', '../../intake/scan.ts'],
    ['../run/record-end.ts', '../drafts/update-draft.ts', '../dry-run.ts'],
  ],
  [
    'main/engine/uploads/context',
    ['../../store/open.ts'],
    ['../prepare/scan-upload.ts', '../run/run-upload.ts', '../engine.ts'],
  ],
  ['main/engine/watch', ['../intake/inventory.ts', '../uploads/run/run-upload.ts'], ['../rpc/protocol.ts']],
  [
    'main/engine/watch/ledger',
    ['./observe.ts', '../../transfer/index.ts'],
    ['../runner/close-batch.ts', '../watch-service.ts', '../../uploads/engine.ts'],
  ],
  [
    'main/engine/watch/runner',
    ['../ledger/watcher.ts', '../../uploads/context/engine-context.ts'],
    ['../watch-service.ts', '../../rpc/protocol.ts'],
  ],
  [
    'main/engine/intake',
    ['../store/open.ts', '../formats/index.ts', '../formats/limits.ts'],
    ['../formats/readers.ts', '../formats/zip/check-zip.ts', '../uploads/engine.ts', '../transfer/index.ts'],
  ],
  [
    'main/engine/formats',
    ['./zip/check-zip.ts', '../../../preload/contract/views/finding.ts'],
    ['../intake/scan.ts', '../store/open.ts', '../sources/open-file.ts'],
  ],
  ['main/engine/packs', ['../types/ids.ts'], ['../transfer/index.ts']],
  [
    'main/engine/transfer',
    ['./run/send-upload.ts', './hashing/hash-file.ts'],
    ['../custody/write-receipt.ts', '../platform/api-client.ts'],
  ],
  [
    'main/engine/transfer/run',
    ['../packs/send-pack.ts', '../../packs/pack-limits.ts'],
    ['../index.ts', '../../uploads/engine.ts'],
  ],
  [
    'main/engine/transfer/files',
    ['../source-files/send-part.ts', '../../sources/source-handle.ts'],
    ['../packs/send-pack.ts', '../run/send-upload.ts'],
  ],
  [
    'main/engine/transfer/packs',
    ['../source-files/send-part.ts', '../../packs/pack-cut.ts'],
    ['../files/send-file.ts', '../run/send-upload.ts'],
  ],
  [
    'main/engine/transfer/source-files',
    ['../rates/progress.ts', '../../platform/api-client.ts'],
    ['../files/send-file.ts', '../../packs/pack-cut.ts'],
  ],
  [
    'main/engine/transfer/rates',
    ['../hashing/part-body.ts', '../../store/upload-repository.ts'],
    ['../source-files/send-part.ts', '../../sources/source-handle.ts'],
  ],
  [
    'main/engine/transfer/hashing',
    ['../../sources/random-access.ts', '../../threads/thread.ts'],
    ['../rates/progress.ts', '../../platform/api-client.ts'],
  ],
  [
    'main/engine/sources',
    ['../store/item-repository.ts', '../threads/thread.ts', '../types/source-path.ts'],
    ['../platform/api-client.ts', '../transfer/index.ts'],
  ],
  [
    'main/engine/custody',
    ['../store/open.ts'],
    ['../intake/inventory.ts', "const x = await import('../rpc/protocol.ts')"],
  ],
  [
    'main/engine/directories',
    ['../platform/platform.ts'],
    ['../uploads/engine.ts', '../custody/receipt-csv.ts'],
  ],
  [
    'main/engine/csv',
    ['../store/files/write-failure.ts', '../types/text-encoding.ts'],
    ['../store/open.ts', '../sources/read-lines.ts'],
  ],
  [
    'main/engine/json',
    ['./nearest-name.ts', '../types/json-excess.ts'],
    ['../platform/profile.ts', '../store/open.ts'],
  ],
  [
    'main/engine/store',
    ['../types/ids.ts', './schema/uploads.ts', 'node:fs'],
    ['../platform/api-client.ts', '../types/../custody/verify.ts'],
  ],
  [
    'main/engine/store/files',
    ['./atomic-file.ts', '../../types/ids.ts', 'node:fs'],
    ['../open.ts', '../items/item-repository.ts'],
  ],
  [
    'main/engine/store/schema',
    ['../open.ts', '../../types/ids.ts'],
    ['../../custody/verify.ts', '../x/../../custody/verify.ts'],
  ],
  ['main/engine/platform', ['../types/ids.ts'], ['../store/open.ts', '../../../test/fakes/http-server.ts']],
  [
    'main/engine/threads',
    ['./thread.ts', '../../../preload/contract/failure.ts'],
    ['../store/open.ts', '../sources/source-reader.ts'],
  ],
  [
    'main/engine/types',
    ['./ids.ts', '../../../preload/contract/failure.ts'],
    ['../store/open.ts', '../platform/api-client.ts'],
  ],
  ['build', ['./electron.ts', 'node:fs'], ['../main/index.ts', '../test/run-binary.ts']],
  ['resources', ['./sample-matter-story.ts'], ['../main/index.ts', '../test/fixtures/receipt.ts']],
];

interface Case {
  readonly folder: string;
  readonly allowed: readonly string[];
  readonly refused: readonly string[];
}

const statement = (text: string): string => (text.includes(' ') ? text : `import '${text}'`);
const cases: readonly Case[] = table.map(([folder, allowed, refused]) => ({
  folder,
  allowed: allowed.map(statement),
  refused: refused.map(statement),
}));

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string };
}

const folder = mkdtempSync(join(tmpdir(), 'lading-import-rules-'));
const refusedFiles = new Set<string>();

/** One import in a file of its own, so that the file's name identifies a refusal. */
function fileFor({ folder: room }: Case, kind: 'allowed' | 'refused', index: number): string {
  return `${room}/${kind}-${index}.ts`;
}

beforeAll(async () => {
  const { overrides } = JSON.parse(lintRules(cases.map((each) => each.folder)));
  const config = { root: true, linter: { rules: { preset: 'none' } }, overrides };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
  for (const each of cases) {
    for (const kind of ['allowed', 'refused'] as const) {
      for (const [index, code] of each[kind].entries()) {
        const file = join(folder, fileFor(each, kind, index));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, `${code};\n`);
        // The same import in a test beside the module is fine.
        if (kind === 'refused') writeFileSync(file.replace(/\.ts$/, '.test.ts'), `${code};\n`);
      }
    }
  }
  const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url));
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const output = await new Promise<string>((resolve) => {
    // The exit code is not 0, because imports are refused.
    execFile(process.execPath, args, { cwd: folder }, (_, stdout) => resolve(stdout));
  });
  const { diagnostics }: { diagnostics: readonly Diagnostic[] } = JSON.parse(output);
  for (const { category, location } of diagnostics) {
    if (category === 'lint/style/noRestrictedImports') refusedFiles.add(location.path.replaceAll('\\', '/'));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(cases)('in $folder', (each) => {
  it.each(each.allowed.map((code, index) => [code, index] as const))('%s passes', (_, index) => {
    expect(refusedFiles).not.toContain(fileFor(each, 'allowed', index));
  });

  it.each(each.refused.map((code, index) => [code, index] as const))('%s is refused', (_, index) => {
    expect(refusedFiles).toContain(fileFor(each, 'refused', index));
  });
});

it('every room is covered by the cases above', () => {
  const covered = (pattern: string) =>
    cases.some((each) => new RegExp(`^${pattern.replace('*', '[^/]+')}$`).test(each.folder));
  expect(rooms.map((room) => room.folder).filter((pattern) => !covered(pattern))).toEqual([]);
});

it('tests beside modules may import anything', () => {
  expect([...refusedFiles].filter((file) => file.endsWith('.test.ts'))).toEqual([]);
});

it('build/import-rules.json is up to date (npm run lint:rules)', () => {
  expect(readFileSync(rulesFile, 'utf8')).toBe(lintRules());
});

it('biome.json uses the generated rules and adds no others', () => {
  const config = readFileSync(new URL('../biome.json', import.meta.url), 'utf8');
  expect(JSON.parse(config).extends).toEqual(['./build/import-rules.json']);
  expect(config).not.toContain('noRestrictedImports');
});
