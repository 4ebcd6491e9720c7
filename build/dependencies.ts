/** The libraries that ship, with their licences. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

export interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly folder: string;
}

/** Every production dependency, found as Node finds it, by name. Optional ones only where they are installed. */
export function productionDependencies(repository: string): readonly Dependency[] {
  const found = new Map<string, Dependency>();
  const read = (folder: string) =>
    manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

  function walk(from: string): void {
    const { dependencies, optionalDependencies } = read(from);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = folderOf(name, from);
      if (folder === null) {
        if (name in optionalDependencies) continue;
        throw new Error(`${name}, which ${from} needs, is not installed. Run npm ci.`);
      }
      if (found.has(folder)) continue;
      const { version, license } = read(folder);
      const licence = typeof license === 'object' ? license.type : (license ?? 'unknown');
      found.set(folder, { name, version, licence, folder });
      walk(folder);
    }
  }

  walk(repository);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function folderOf(name: string, from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (at === dirname(at)) return null;
  }
}

/** What the licences ask for: their texts, with each copy; Lading's own comes first. */
export function licenceTexts(repository: string, dependencies: readonly Dependency[]): string {
  const own = readFileSync(join(repository, 'LICENSE'), 'utf8').trim();
  const one = ({ name, version, licence, folder }: Dependency): string => {
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
    const text =
      file === undefined ? 'The package holds no licence text.' : readFileSync(join(folder, file), 'utf8');
    return `${name} ${version}\n${licence}\n\n${text.trim()}\n`;
  };
  const line = `\n${'-'.repeat(72)}\n\n`;
  const libraries = `Lading is made with these libraries.\n\n${dependencies.map(one).join(line)}`;
  return `Lading\n\n${own}\n${line}${libraries}`;
}
