/**
 * Tests start the engine, the sandbox, the command line, and their threads from bundles: from the sources, each start would
 * read and compile hundreds of files, which takes twice as long. What a test imports is always the source.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';

export const repository = fileURLToPath(new URL('..', import.meta.url));
export const bundles = join(repository, 'dist', 'test');

/** Turns `new URL('./program.ts', import.meta.url)` into the URL of the program's bundle, if programs.ts makes one. */
export const startBundles: Plugin = {
  name: 'start-bundles',
  // Vitest replaces import.meta.url.
  enforce: 'pre',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.url/ },
    handler(code, id) {
      const replaced = code.replaceAll(
        /new URL\('([^']+)\.ts', import\.meta\.url\)/g,
        (source, name: string) => {
          const program = relative(repository, resolve(dirname(id), `${name}.js`));
          const bundle = join(bundles, program);
          return existsSync(bundle) ? `new URL('${pathToFileURL(bundle).href}')` : source;
        },
      );
      return replaced === code ? null : { code: replaced, map: null };
    },
  },
};
