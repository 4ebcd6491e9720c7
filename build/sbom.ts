/**
 * `npm run sbom`: what ships, as a CycloneDX 1.6 bill of materials, in dist/sbom.cdx.json. It has no serial number and no
 * time, so that the same lock file gives the same bytes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Dependency, productionDependencies } from './licenses.ts';

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });
const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});
type Lockfile = z.infer<typeof lockfileSchema>;

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export function billOfMaterials(repository: string) {
  const application = manifestSchema.parse(readJson(join(repository, 'package.json')));
  const { packages } = lockfileSchema.parse(readJson(join(repository, 'package-lock.json')));
  const shipped = productionDependencies(repository).map((dependency) => ({
    ...dependency,
    path: lockPath(repository, dependency),
    ref: purl(dependency.name, dependency.version),
  }));
  const refs = new Map(shipped.map(({ path, ref }) => [path, ref]));
  const applicationRef = purl(application.name, application.version);
  const electron = packages['node_modules/electron'];
  if (electron?.version === undefined) throw new Error('package-lock.json has no electron.');
  const electronRef = purl('electron', electron.version);
  // The same version may be installed in several places.
  const components = new Map(
    shipped.map(({ name, version, license, path, ref }) => [
      ref,
      {
        type: 'library',
        'bom-ref': ref,
        name,
        version,
        scope: 'required',
        hashes: hashes(packages[path]?.integrity),
        licenses: [{ expression: license }],
        purl: ref,
      },
    ]),
  );
  const dependsOn = new Map<string, readonly string[]>();
  for (const { path, ref } of shipped) {
    dependsOn.set(ref, [
      ...new Set([...(dependsOn.get(ref) ?? []), ...dependenciesOf(packages, path, refs)]),
    ]);
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': applicationRef,
        name: application.name,
        version: application.version,
        licenses: [{ expression: application.license }],
        purl: applicationRef,
      },
    },
    components: [
      {
        type: 'framework',
        'bom-ref': electronRef,
        name: 'electron',
        version: electron.version,
        scope: 'required',
        licenses: [{ expression: 'MIT' }],
        purl: electronRef,
        // Electron's version determines theirs.
        components: [
          { type: 'framework', 'bom-ref': `${electronRef}#chromium`, name: 'chromium', scope: 'required' },
          { type: 'platform', 'bom-ref': `${electronRef}#nodejs`, name: 'nodejs', scope: 'required' },
        ],
      },
      ...components.values(),
    ],
    dependencies: [
      { ref: applicationRef, dependsOn: [electronRef, ...dependenciesOf(packages, '', refs)].sort() },
      { ref: electronRef },
      ...[...dependsOn].map(([ref, needed]) => ({ ref, dependsOn: [...needed].sort() })),
    ],
  };
}

function lockPath(repository: string, { folder }: Dependency): string {
  return folder.slice(repository.length).replaceAll('\\', '/').replace(/^\//, '');
}

/** What Node finds for each dependency: in the package's own node_modules, or in those of the folders above. */
function dependenciesOf(
  packages: Lockfile['packages'],
  path: string,
  refs: ReadonlyMap<string, string>,
): string[] {
  const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
  // What isn't shipped has no reference, such as packages for other systems.
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    for (let folder = path; ; folder = parentPackage(folder)) {
      const ref = refs.get(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
      if (ref !== undefined) return [ref];
      if (folder === '') return [];
    }
  });
}

function parentPackage(path: string): string {
  const end = path.lastIndexOf('/node_modules/');
  return end === -1 ? '' : path.slice(0, end);
}

/** A package URL (github.com/package-url). The @ of a scope is encoded. */
function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** npm's integrity is base64; CycloneDX has hexadecimal digits. */
function hashes(integrity: string | undefined) {
  const [, base64] = /^sha512-([A-Za-z0-9+/]+=*)$/.exec(integrity ?? '') ?? [];
  if (base64 === undefined) throw new Error('A package in package-lock.json has no SHA-512.');
  return [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }];
}

export function writeBillOfMaterials(repository: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(billOfMaterials(repository), null, 2)}\n`);
}

if (import.meta.main) {
  const repository = fileURLToPath(new URL('..', import.meta.url));
  const path = join(repository, 'dist', 'sbom.cdx.json');
  writeBillOfMaterials(repository, path);
  process.stdout.write(`${path}\n`);
}
