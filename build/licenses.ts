/** The libraries that ship, with their license texts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What npm records about each installed package. */
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().default('unknown'),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
      dev: z.boolean().default(false),
      devOptional: z.boolean().default(false),
      optional: z.boolean().default(false),
    }),
  ),
});

export interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly folder: string;
}

/** Every installed production dependency, by name. Optional dependencies for other platforms are not installed. */
export function productionDependencies(repository: string): readonly Dependency[] {
  const { packages } = lockfile.parse(
    JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')),
  );
  const found: Dependency[] = [];
  // The Node that runs the scripts, for this system. The package has Electron's.
  const notShipped = new Set(Object.keys(packages['']?.optionalDependencies ?? {}));
  for (const [path, { version = '', license, dev, devOptional, optional }] of Object.entries(packages)) {
    if (path === '' || dev || devOptional) continue;
    const folder = join(repository, path);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (notShipped.has(name)) continue;
    if (existsSync(folder)) found.push({ name, version, license, folder });
    else if (!optional) throw new Error(`${name} is not installed. Run npm ci.`);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The license texts: Lading's first, then one for each installed copy of a library. */
export function licenseTexts(repository: string, dependencies: readonly Dependency[]): string {
  const own = readFileSync(join(repository, 'LICENSE'), 'utf8').trim();
  const entries = dependencies.map(({ name, version, license, folder }) => {
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
    const text =
      file === undefined ? 'The package has no license text.' : readFileSync(join(folder, file), 'utf8');
    return `${name} ${version}\n${license}\n\n${text.trim()}\n`;
  });
  const line = `\n${'-'.repeat(72)}\n\n`;
  return `Lading\n\n${own}\n${line}Lading uses these libraries.\n\n${entries.join(line)}`;
}
