/**
 * `npm run lint:rules`: writes build/import-rules.json, Biome's form of the table in import-rules.ts. Biome compares import
 * specifiers as they are written, so each folder gets patterns relative to itself. In Biome the last override that matches
 * a file wins, so every file matches exactly one.
 */
import { globSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { electronOwners, type Room, rooms } from './import-rules.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
export const rulesFile = join(repository, 'build', 'import-rules.json');

/** Folders that have rules. All their sources must be in a room. */
const topFolders = ['build', 'main', 'preload', 'renderer', 'resources'];

function foldersWithSources(): readonly string[] {
  const files = globSync(`{${topFolders.join(',')}}/**/*.{ts,tsx}`, { cwd: repository });
  const sources = files.filter((file) => !/\.test\.tsx?$/.test(file));
  const folders = new Set(sources.map((file) => dirname(file).replaceAll('\\', '/')));
  return [...folders].sort();
}

interface Location {
  readonly room: Room;
  /** The room's own folder, without `*`. */
  readonly root: string;
}

/** The innermost room that contains the folder. */
function locate(folder: string): Location | null {
  let found: Location | null = null;
  for (const room of rooms) {
    const pattern = room.folder.replace('*', '[^/]+');
    const root = new RegExp(`^${pattern}(?=/|$)`).exec(folder)?.[0];
    if (root !== undefined && root.length > (found?.root.length ?? 0)) found = { room, root };
  }
  return found;
}

/** As an import in `folder` is written: ./below/x or ../beside/x. */
function specifier(folder: string, target: string): string {
  const path = posix.relative(folder, target);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Patterns of the imports that a folder's files may not have. The last pattern that matches decides. */
function restrictedPaths(folder: string, { room, root }: Location): readonly string[] {
  const depth = posix.relative(root, folder).split('/').filter(Boolean).length;
  const up = (levels: number) => '../'.repeat(levels);
  const below = rooms
    .map((other) => other.folder.replace('/*', ''))
    .filter((path) => path.startsWith(`${folder}/`));
  const isFile = (path: string) => /\.[jt]s$/.test(path);
  const allowed = room.mayImport.map((path) => specifier(folder, path) + (isFile(path) ? '' : '/**'));
  return [
    `${up(depth + 1)}**`,
    ...new Set(below.map((path) => `${specifier(folder, path)}/**`)),
    // Paths that go down and up again could lead anywhere.
    './**/../**',
    ...Array.from({ length: depth }, (_, index) => `${up(index + 1)}*/**/../**`),
    ...allowed.map((pattern) => `!${pattern}`),
    ...allowed.filter((pattern) => pattern.endsWith('/**')).map((pattern) => `${pattern}/../**`),
  ];
}

const restrictedModules = {
  node: ['electron'],
  electron: [],
  preload: ['node:*'],
  none: ['electron', 'node:*'],
} as const;

function overrideFor(folder: string): object {
  const location = locate(folder);
  if (location === null) throw new Error(`${folder} is in no room. Add it to build/import-rules.ts.`);
  const { room, root } = location;
  const modules = restrictedModules[room.host ?? 'node'];
  const notOwned = Object.keys(electronOwners).filter((name) => electronOwners[name] !== root);
  const owners = notOwned.map((name) => `${name} belongs to ${electronOwners[name]}`).join(', ');
  const mayImport =
    room.mayImport.length === 0 ? 'nothing outside itself' : `${room.mayImport.join(', ')} only`;
  return {
    includes: [`${folder}/*.ts`, `${folder}/*.tsx`, '!**/*.test.ts', '!**/*.test.tsx'],
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: 'error',
            options: {
              patterns: [
                { group: restrictedPaths(folder, location), message: `${root} may import ${mayImport}.` },
                ...(modules.length === 0
                  ? []
                  : [{ group: modules, message: `${root} may not use ${modules.join(' or ')}.` }]),
              ],
              paths: { electron: { importNames: notOwned, message: `In Electron, ${owners}.` } },
            },
          },
        },
      },
    },
  };
}

/** Tests may import anything else. */
const overrideForTests = {
  includes: ['**/*.test.ts'],
  linter: {
    rules: {
      style: {
        noRestrictedImports: {
          level: 'error',
          options: {
            paths: { 'fast-check': 'test/fixtures/property.ts has it with the seed of the run.' },
          },
        },
      },
    },
  },
};

/** The content of build/import-rules.json: one line for each folder, and one for tests. */
export function lintRules(folders: readonly string[] = foldersWithSources()): string {
  const lines = [...folders.map(overrideFor), overrideForTests].map((override) => JSON.stringify(override));
  return `{ "overrides": [\n${lines.join(',\n')}\n] }\n`;
}

if (import.meta.main) writeFileSync(rulesFile, lintRules());
