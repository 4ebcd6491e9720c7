import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bundles, repository } from '../../../test/start-bundles.ts';

/** Packages in the bundle of a program and in what it imports before it begins. */
function loadedPackages(program: string): readonly string[] {
  const files = new Set([join(bundles, program.replace(/\.ts$/, '.js'))]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/^(?:im|ex)port[^"\n]*"(\.[^"\n]+)";$/gm))
      files.add(resolve(dirname(file), path));
    if (!existsSync(`${file}.map`)) continue;
    const { sources }: { sources: readonly string[] } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    for (const source of sources) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
      if (name !== undefined) packages.add(name);
    }
  }
  return [...packages].toSorted();
}

test('a thread loads no package that its work does not need', () => {
  const programs = globSync('main/engine/**/*-worker.ts', { cwd: repository });
  const loaded = programs.map((program) => [program.replaceAll('\\', '/'), loadedPackages(program)]);
  expect(Object.fromEntries(loaded)).toEqual({
    'main/engine/custody/receipt-worker.ts': ['csv-stringify', 'zod'],
    'main/engine/custody/verify-worker.ts': ['asn1js', 'csv-stringify', 'pvtsutils', 'pvutils', 'zod'],
    'main/engine/directories/check-worker.ts': ['csv-parse', 'csv-stringify', 'zod'],
    'main/engine/directories/match-worker.ts': ['csv-parse', 'csv-stringify', 'zod'],
    'main/engine/intake/passwords/trial-worker.ts': [],
    'main/engine/intake/preflight/inspect-worker.ts': [],
    'main/engine/intake/scan-worker.ts': [],
    'main/engine/rpc/query-worker.ts': ['re2js', 'zod'],
    'main/engine/sources/reader-worker.ts': [],
    'main/engine/transfer/hashing/hash-worker.ts': ['hash-wasm'],
    'main/engine/watch/ledger/scan-worker.ts': ['re2js'],
  });
});
