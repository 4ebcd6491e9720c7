/**
 * `npm run lint:rules`: writes build/import-rules.json, Biome's form of the table in import-rules.ts. Biome compares import
 * specifiers as they are written, so each folder gets patterns relative to itself. In Biome the last override that matches
 * a file wins: each source matches one, and a test also the last. Biome compares each file with every override, which is
 * most of its time, so folders with the same rules share one.
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

type ImportRules = Readonly<Record<string, unknown>>;

function rulesFor(folder: string): ImportRules {
  const location = locate(folder);
  if (location === null) throw new Error(`${folder} is in no room. Add it to build/import-rules.ts.`);
  const { room, root } = location;
  const modules = restrictedModules[room.host ?? 'node'];
  const notOwned = Object.keys(electronOwners).filter((name) => electronOwners[name] !== root);
  const owners = notOwned.map((name) => `${name} belongs to ${electronOwners[name]}`).join(', ');
  const mayImport =
    room.mayImport.length === 0 ? 'nothing outside itself' : `${room.mayImport.join(', ')} only`;
  return {
    patterns: [
      { group: restrictedPaths(folder, location), message: `${root} may import ${mayImport}.` },
      ...(modules.length === 0
        ? []
        : [{ group: modules, message: `${root} may not use ${modules.join(' or ')}.` }]),
    ],
    paths: { electron: { importNames: notOwned, message: `In Electron, ${owners}.` } },
  };
}

/** Tests may import anything else. */
const rulesForTests: ImportRules = {
  paths: { 'fast-check': 'test/fixtures/property.ts has it with the seed of the run.' },
};

function override(includes: readonly string[], options: ImportRules): string {
  const rules = { style: { noRestrictedImports: { level: 'error', options } } };
  return JSON.stringify({ includes, linter: { rules } });
}

/** The content of build/import-rules.json: one line for folders with the same rules, and one for tests. */
export function lintRules(folders: readonly string[] = foldersWithSources()): string {
  const byRules = Map.groupBy(folders, (folder) => JSON.stringify(rulesFor(folder)));
  const lines = [...byRules].map(([rules, alike]) =>
    override(
      alike.map((folder) => `${folder}/*.{ts,tsx}`),
      JSON.parse(rules),
    ),
  );
  return `{ "overrides": [\n${[...lines, override(['**/*.test.{ts,tsx}'], rulesForTests)].join(',\n')}\n] }\n`;
}

if (import.meta.main) writeFileSync(rulesFile, lintRules());
