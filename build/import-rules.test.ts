/** Lints one file with each import below and compares what Biome refuses with what this table says. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rooms } from './import-rules.ts';
import { lintRules, rulesFile } from './write-lint-rules.ts';

interface Case {
  readonly folder: string;
  readonly allowed: readonly string[];
  readonly refused: readonly string[];
}

const cases: readonly Case[] = [
  {
    folder: 'preload/contract',
    allowed: ["import './views.ts'", "import 'zod'"],
    refused: ["import '../index.ts'", "import '../../main/log.ts'", "import 'node:fs'", "import 'electron'"],
  },
  {
    folder: 'preload',
    allowed: ["import './contract/channels.ts'", "import { ipcRenderer } from 'electron'"],
    refused: [
      "import '../main/index.ts'",
      "import '../renderer/main.tsx'",
      "import 'node:fs'",
      "import { ipcMain } from 'electron'",
    ],
  },
  {
    folder: 'renderer',
    allowed: ["import './app/app.tsx'", "import './theme/base.css'"],
    refused: ["import './features/upload/x.tsx'", "import '../main/index.ts'"],
  },
  {
    folder: 'renderer/app',
    allowed: ["import '../features/upload/x.tsx'", "import '../../preload/contract/views.ts'"],
    refused: [
      "import '../main.tsx'",
      "import '../../main/app/log.ts'",
      "import 'electron'",
      "import 'node:fs'",
    ],
  },
  {
    folder: 'renderer/features/upload',
    allowed: ["import './x.tsx'", "import '../../ui/button.tsx'", "import '../../navigation/route.ts'"],
    refused: [
      "import '../uploads/x.tsx'",
      "import type { Y } from '../uploads/y.tsx'",
      "import '../../app/route.ts'",
      "import '../../../main/engine/index.ts'",
      "import '../../../test/fakes/window-bridge.ts'",
      "import 'electron'",
      "import 'node:fs'",
    ],
  },
  {
    folder: 'renderer/features/new-upload/source',
    allowed: ["import '../steps.ts'", "import '../review/x.ts'", "import '../../../ui/card.tsx'"],
    refused: [
      "import '../../settings/x.tsx'",
      "import '../../../app/x.tsx'",
      "import '../x/../../settings/x.tsx'",
    ],
  },
  {
    folder: 'renderer/shared',
    allowed: ["import '../ui/button.tsx'"],
    refused: ["import '../features/upload/x.tsx'", "import '../app/app.tsx'"],
  },
  {
    folder: 'renderer/ui',
    allowed: ["import '../i18n/words.ts'"],
    refused: ["import '../features/upload/x.tsx'", "import '../app/app.tsx'"],
  },
  {
    folder: 'renderer/navigation',
    allowed: ["import '../../preload/contract/views.ts'"],
    refused: ["import '../state/store.ts'", "import '../features/upload/x.tsx'"],
  },
  {
    folder: 'renderer/state',
    allowed: ["import '../../preload/contract/index.ts'", "import '../navigation/routes.ts'"],
    refused: ["import '../ui/button.tsx'", "import '../app/app.tsx'"],
  },
  {
    folder: 'renderer/i18n',
    allowed: ["import './words/common.ts'"],
    refused: ["import '../ui/icon.tsx'", "import '../state/store.ts'"],
  },
  {
    folder: 'renderer/theme',
    allowed: ["import './tokens.css'"],
    refused: ["import '../ui/icon.tsx'", "import '../../preload/contract/views.ts'"],
  },
  {
    folder: 'main',
    allowed: ["import './engine/index.ts'", "import './window/menu.ts'", "import { app } from 'electron'"],
    refused: [
      "import './engine/store/open.ts'",
      "import './sandbox/server.ts'",
      "import './cli/index.ts'",
      "import './window/../cli/index.ts'",
      "import { ipcMain } from 'electron'",
      "import { app, shell } from 'electron'",
    ],
  },
  {
    folder: 'main/ipc',
    allowed: ["import '../uploads/upload-tracker.ts'", "import { ipcMain } from 'electron'"],
    refused: [
      "import '../index.ts'",
      "import '../engine/rpc/protocol.ts'",
      "import { ipcRenderer } from 'electron'",
    ],
  },
  {
    folder: 'main/window',
    allowed: ["import '../app/log.ts'", "import '../words.ts'", "import { shell } from 'electron'"],
    refused: [
      "import '../ipc/index.ts'",
      "import '../engine/index.ts'",
      "import { ipcMain } from 'electron'",
    ],
  },
  {
    folder: 'main/updates',
    allowed: ["import '../app/log.ts'"],
    refused: ["import '../window/menu.ts'", "import '../ipc/index.ts'"],
  },
  {
    folder: 'main/uploads',
    allowed: ["import '../engine/index.ts'", "import '../processes/engine-host.ts'"],
    refused: ["import '../window/menu.ts'", "import '../engine/types/ids.ts'", "import 'electron'"],
  },
  {
    folder: 'main/processes',
    allowed: ["import '../sandbox/index.ts'", "import { utilityProcess } from 'electron'"],
    refused: ["import '../uploads/upload-tracker.ts'", "import '../sandbox/options.ts'"],
  },
  {
    folder: 'main/connections',
    allowed: ["import '../app/keychain.ts'"],
    refused: ["import '../uploads/upload-tracker.ts'", "import { safeStorage } from 'electron'"],
  },
  {
    folder: 'main/app',
    allowed: ["import '../engine/index.ts'", "import { app } from 'electron'"],
    refused: ["import '../connections/connections.ts'", "import '../engine/store/open.ts'"],
  },
  {
    folder: 'main/cli',
    allowed: ["import '../engine/index.ts'", "import '../sandbox/index.ts'", "import '../app/state-dir.ts'"],
    refused: [
      "import '../app/log.ts'",
      "import '../engine/uploads/engine.ts'",
      "import '../window/menu.ts'",
      "import 'electron'",
    ],
  },
  {
    folder: 'main/cli/commands',
    allowed: ["import '../output.ts'", "import '../../engine/index.ts'"],
    refused: ["import '../../engine/uploads/engine.ts'", "import '../../ipc/index.ts'"],
  },
  {
    folder: 'main/sandbox',
    allowed: ["import './store/database.ts'", "import '../../preload/contract/loopback.ts'"],
    refused: ["import '../engine/index.ts'", "import '../cli/index.ts'", "import 'electron'"],
  },
  {
    folder: 'main/sandbox/operations',
    allowed: ["import '../store/database.ts'"],
    refused: ["import '../../engine/types/ids.ts'", "export * from '../../engine/index.ts'"],
  },
  {
    folder: 'main/engine',
    allowed: ["import './uploads/engine.ts'", "import './types/ids.ts'"],
    refused: ["import '../cli/index.ts'", "import '../sandbox/index.ts'", "import 'electron'"],
  },
  {
    folder: 'main/engine/rpc',
    allowed: ["import '../uploads/engine.ts'", "import '../store/open.ts'"],
    refused: ["import '../index.ts'", "import '../../ipc/index.ts'", "import 'electron'"],
  },
  {
    folder: 'main/engine/uploads',
    allowed: [
      "import './run/run-upload.ts'",
      "import './context/engine-context.ts'",
      "import '../store/open.ts'",
      "import '../formats/limits.ts'",
    ],
    refused: ["import '../formats/readers.ts'", "import '../rpc/protocol.ts'", "import '../index.ts'"],
  },
  {
    folder: 'main/engine/uploads/run',
    allowed: ["import '../prepare/scan-upload.ts'", "import '../../transfer/index.ts'"],
    refused: [
      "import '../../transfer/run/send-upload.ts'",
      "import '../drafts/update-draft.ts'",
      "import '../engine.ts'",
    ],
  },
  {
    folder: 'main/engine/uploads/drafts',
    allowed: ["import '../prepare/select-files.ts'", "import '../context/draft-state.ts'"],
    refused: ["import '../run/run-upload.ts'", "import '../engine.ts'"],
  },
  {
    folder: 'main/engine/uploads/prepare',
    allowed: ["import '../context/engine-context.ts'", "import '../../intake/scan.ts'"],
    refused: [
      "import '../run/end-upload.ts'",
      "import '../drafts/update-draft.ts'",
      "import '../dry-run.ts'",
    ],
  },
  {
    folder: 'main/engine/uploads/context',
    allowed: ["import '../../store/open.ts'"],
    refused: ["import '../prepare/scan-upload.ts'", "import '../run/run-upload.ts'", "import '../engine.ts'"],
  },
  {
    folder: 'main/engine/watch',
    allowed: ["import '../intake/inventory.ts'", "import '../uploads/run/run-upload.ts'"],
    refused: ["import '../rpc/protocol.ts'"],
  },
  {
    folder: 'main/engine/watch/ledger',
    allowed: ["import './observe.ts'", "import '../../transfer/index.ts'"],
    refused: [
      "import '../runner/close-batch.ts'",
      "import '../watch-service.ts'",
      "import '../../uploads/engine.ts'",
    ],
  },
  {
    folder: 'main/engine/watch/runner',
    allowed: ["import '../ledger/watcher.ts'", "import '../../uploads/context/engine-context.ts'"],
    refused: ["import '../watch-service.ts'", "import '../../rpc/protocol.ts'"],
  },
  {
    folder: 'main/engine/intake',
    allowed: ["import '../store/open.ts'", "import '../formats/index.ts'", "import '../formats/limits.ts'"],
    refused: [
      "import '../formats/readers.ts'",
      "import '../formats/zip/check-zip.ts'",
      "import '../uploads/engine.ts'",
      "import '../transfer/index.ts'",
    ],
  },
  {
    folder: 'main/engine/formats',
    allowed: ["import './zip/check-zip.ts'", "import '../../../preload/contract/views/finding.ts'"],
    refused: ["import '../intake/scan.ts'", "import '../store/open.ts'", "import '../sources/open-file.ts'"],
  },
  {
    folder: 'main/engine/packs',
    allowed: ["import '../types/ids.ts'"],
    refused: ["import '../transfer/index.ts'"],
  },
  {
    folder: 'main/engine/transfer',
    allowed: ["import './run/send-upload.ts'", "import './hashing/hash-file.ts'"],
    refused: ["import '../custody/write-receipt.ts'", "import '../platform/api-client.ts'"],
  },
  {
    folder: 'main/engine/transfer/run',
    allowed: ["import '../packs/send-pack.ts'", "import '../../packs/pack-limits.ts'"],
    refused: ["import '../index.ts'", "import '../../uploads/engine.ts'"],
  },
  {
    folder: 'main/engine/transfer/files',
    allowed: ["import '../source-files/send-part.ts'", "import '../../sources/source-handle.ts'"],
    refused: ["import '../packs/send-pack.ts'", "import '../run/send-upload.ts'"],
  },
  {
    folder: 'main/engine/transfer/packs',
    allowed: ["import '../source-files/send-part.ts'", "import '../../packs/pack-cut.ts'"],
    refused: ["import '../files/send-file.ts'", "import '../run/send-upload.ts'"],
  },
  {
    folder: 'main/engine/transfer/source-files',
    allowed: ["import '../rates/progress.ts'", "import '../../platform/api-client.ts'"],
    refused: ["import '../files/send-file.ts'", "import '../../packs/pack-cut.ts'"],
  },
  {
    folder: 'main/engine/transfer/rates',
    allowed: ["import '../hashing/part-body.ts'", "import '../../store/upload-repository.ts'"],
    refused: ["import '../source-files/send-part.ts'", "import '../../sources/source-handle.ts'"],
  },
  {
    folder: 'main/engine/transfer/hashing',
    allowed: ["import '../../sources/random-access.ts'", "import '../../threads/thread.ts'"],
    refused: ["import '../rates/progress.ts'", "import '../../platform/api-client.ts'"],
  },
  {
    folder: 'main/engine/sources',
    allowed: [
      "import '../store/item-repository.ts'",
      "import '../threads/thread.ts'",
      "import '../types/source-path.ts'",
    ],
    refused: ["import '../platform/api-client.ts'", "import '../transfer/index.ts'"],
  },
  {
    folder: 'main/engine/custody',
    allowed: ["import '../store/open.ts'"],
    refused: ["import '../intake/inventory.ts'", "const x = await import('../rpc/protocol.ts')"],
  },
  {
    folder: 'main/engine/directories',
    allowed: ["import '../platform/platform.ts'"],
    refused: ["import '../uploads/engine.ts'", "import '../custody/receipt-csv.ts'"],
  },
  {
    folder: 'main/engine/csv',
    allowed: ["import '../store/write-failure.ts'", "import '../types/text-encoding.ts'"],
    refused: ["import '../store/open.ts'", "import '../sources/read-lines.ts'"],
  },
  {
    folder: 'main/engine/json',
    allowed: ["import './nearest-name.ts'", "import '../types/json-excess.ts'"],
    refused: ["import '../platform/profile.ts'", "import '../store/open.ts'"],
  },
  {
    folder: 'main/engine/store',
    allowed: ["import '../types/ids.ts'", "import './schema/uploads.ts'", "import 'node:fs'"],
    refused: ["import '../platform/api-client.ts'", "import '../types/../custody/verify.ts'"],
  },
  {
    folder: 'main/engine/store/schema',
    allowed: ["import '../open.ts'", "import '../../types/ids.ts'"],
    refused: ["import '../../custody/verify.ts'", "import '../x/../../custody/verify.ts'"],
  },
  {
    folder: 'main/engine/platform',
    allowed: ["import '../types/ids.ts'"],
    refused: ["import '../store/open.ts'", "import '../../../test/fakes/http-server.ts'"],
  },
  {
    folder: 'main/engine/threads',
    allowed: ["import './thread.ts'", "import '../../../preload/contract/failure.ts'"],
    refused: ["import '../store/open.ts'", "import '../sources/source-reader.ts'"],
  },
  {
    folder: 'main/engine/types',
    allowed: ["import './ids.ts'", "import '../../../preload/contract/failure.ts'"],
    refused: ["import '../store/open.ts'", "import '../platform/api-client.ts'"],
  },
  {
    folder: 'build',
    allowed: ["import './electron.ts'", "import 'node:fs'"],
    refused: ["import '../main/index.ts'", "import '../test/run-binary.ts'"],
  },
  {
    folder: 'resources',
    allowed: ["import './sample-matter-story.ts'"],
    refused: ["import '../main/index.ts'", "import '../test/fixtures/receipt.ts'"],
  },
];

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
