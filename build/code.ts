/** Bundles of main, engine, sandbox and preload. */
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/** Native code cannot be bundled, and Electron brings itself. */
const outside = ['electron', 'better-sqlite3'];

/**
 * Bundled modules keep finding what lies beside them: the build mirrors the source tree, and `import.meta.url` stands for
 * the place that the module has in it, whichever chunk it ended up in. A program that is named by
 * `new URL('./other.ts', import.meta.url)`, such as a worker thread, becomes an entry of its own.
 */
function ownPlaces(repository: string): Plugin {
  return {
    name: 'own-places',
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\.url/ },
      handler(code, id) {
        const place = relative(repository, id);
        if (place.startsWith('..') || place.startsWith('node_modules')) return null;
        const named = code.replaceAll(
          /new URL\(\s*'([^']+)\.ts',\s*import\.meta\.url,?\s*\)/g,
          (_, path: string) => {
            const program = resolve(dirname(id), `${path}.ts`);
            this.emitFile({ type: 'chunk', id: program, fileName: placeOf(repository, program) });
            return `new URL('${path}.js', import.meta.url)`;
          },
        );
        return named.replaceAll('import.meta.url', `__placeOf('${placeOf(repository, id)}')`);
      },
    },
    renderChunk(code, chunk) {
      return code.replaceAll(/__placeOf\(["']([^"']+)["']\)/g, (_, place: string) => {
        const path = relative(dirname(chunk.fileName), place).split(sep).join('/');
        return `new URL('${path}', import.meta.url).href`;
      });
    },
  };
}

function placeOf(repository: string, source: string): string {
  return relative(repository, source).split(sep).join('/').replace(/\.ts$/, '.js');
}

/** ES modules for Node, below `outDir` in the same tree as the sources, and what they read from beside themselves. */
export async function buildPrograms(
  repository: string,
  outDir: string,
  entries: readonly string[],
  data: readonly string[],
): Promise<void> {
  const bundle = await rolldown({
    cwd: repository,
    input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.ts$/, ''), entry])),
    platform: 'node',
    // Some libraries' CommonJS builds cannot be followed.
    resolve: { mainFields: ['module', 'main'] },
    external: (id) => outside.includes(id),
    plugins: [ownPlaces(repository)],
    onLog: complain,
  });
  await bundle.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: false,
    minify: false,
  });
  await bundle.close();
  for (const path of data) {
    const target = join(outDir, path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(repository, path), target);
  }
}

/** One CommonJS file: a sandboxed preload may require `electron` alone. */
export async function buildPreload(repository: string, outDir: string): Promise<void> {
  const bundle = await rolldown({
    cwd: repository,
    input: 'preload/index.ts',
    // Not 'node': nothing of Node's may slip in.
    platform: 'browser',
    external: ['electron'],
    onLog: complain,
  });
  await bundle.write({
    file: join(outDir, 'preload', 'index.cjs'),
    format: 'cjs',
    sourcemap: false,
    minify: false,
  });
  await bundle.close();
}

/** Libraries warn about themselves; what is ours and cannot be resolved must not become a build. */
function complain(level: string, log: { readonly code?: string; readonly message: string }): void {
  const isFatal = log.code === 'UNRESOLVED_IMPORT' || log.code === 'MISSING_EXPORT';
  if (level === 'warn' && isFatal) throw new Error(log.message);
}
