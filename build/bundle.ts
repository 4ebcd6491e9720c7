/** Bundles of main, engine, sandbox, command line and preload. */
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { iso6393 } from 'iso-639-3';
import { type Plugin, rolldown } from 'rolldown';

/** Native code can't be bundled, and Electron provides itself. */
const externals = ['electron', 'better-sqlite3'];

/**
 * The output has the same tree as the sources, and `import.meta.url` keeps pointing to the module's path in it, whichever
 * chunk the module ends up in. A program named by `new URL('./other.ts', import.meta.url)`, such as a worker thread,
 * becomes an entry of its own.
 */
function keepModuleUrls(repository: string): Plugin {
  return {
    name: 'keep-module-urls',
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\.url/ },
      handler(code, id) {
        const path = relative(repository, id);
        if (path.startsWith('..') || path.startsWith('node_modules')) return null;
        const withEntries = code.replaceAll(
          /new URL\(\s*'([^']+)\.ts',\s*import\.meta\.url,?\s*\)/g,
          (match, name: string) => {
            const program = resolve(dirname(id), `${name}.ts`);
            this.emitFile({ type: 'chunk', id: program, fileName: outputPath(repository, program) });
            // Line numbers stay the same, so the source map needs no change.
            return `new URL('${name}.js', import.meta.url${'\n'.repeat(match.split('\n').length - 1)})`;
          },
        );
        const url = `__moduleUrl('${outputPath(repository, id)}')`;
        return { code: withEntries.replaceAll('import.meta.url', url), map: null };
      },
    },
    renderChunk(code, chunk) {
      const resolved = code.replaceAll(/__moduleUrl\(["']([^"']+)["']\)/g, (_, target: string) => {
        const path = relative(dirname(chunk.fileName), target).split(sep).join('/');
        return `new URL('${path}', import.meta.url).href`;
      });
      return { code: resolved, map: null };
    },
  };
}

/** Tells of each file before it is read, so that a change from then on shows. */
function reportInputs(onInput: (path: string) => void): Plugin {
  return {
    name: 'report-inputs',
    load(id) {
      if (isAbsolute(id)) onInput(id);
      return null;
    },
  };
}

/** The table of languages with the fields that Lading reads: 0.14 MB instead of 0.7. */
function compactLanguages(): Plugin {
  const rows = iso6393.map(({ iso6393: code, name, type, iso6391 = '', iso6392B = '' }) =>
    [code, name, type === 'special' ? type : '', iso6391, iso6392B].join('\t'),
  );
  return {
    name: 'compact-languages',
    load: {
      filter: { id: /[\\/]iso-639-3[\\/]iso6393\.js$/ },
      handler: () => `export const iso6393 = ${JSON.stringify(rows.join('\n'))}.split('\\n').map((row) => {
  const [iso6393, name, type, iso6391, iso6392B] = row.split('\\t');
  return { iso6393, name, type, iso6391: iso6391 || undefined, iso6392B: iso6392B || undefined };
});`,
    },
  };
}

/** Parts of undici that Lading doesn't use, most of it. A class is in place of each, whatever is asked of it. */
function withoutWebApi(): Plugin {
  const unused = /require\('\.{1,2}\/(?:lib\/)?(?:web|mock|cache|interceptor|milo)\/[^']+'\)/g;
  return {
    name: 'without-web-api',
    transform: {
      filter: { id: /[\\/]undici[\\/].+\.js$/, code: unused },
      handler: (code) => ({
        code: code.replaceAll(unused, 'new Proxy({}, { get: () => class {} })'),
        map: null,
      }),
    },
  };
}

/** What measures text on a terminal prepares tables of all emoji, some 20 ms of work. Only text beyond ASCII needs them. */
function lazyTextWidth(): Plugin {
  const prepared = /^const (\w+) = (new Intl\.Segmenter\(.*\)|\/.+\/v);$/gm;
  return {
    name: 'lazy-text-width',
    transform: {
      filter: { id: /[\\/](?:string-width|wrap-ansi|slice-ansi)[\\/][\w-]+\.js$/, code: prepared },
      handler(code) {
        const names = [...code.matchAll(prepared)].map(([, name]) => name);
        const inUse = new RegExp(`\\b(${names.join('|')})\\b`, 'g');
        const made = code.replaceAll(prepared, 'let $1Made;').replaceAll(inUse, '$1()');
        const makers = [...code.matchAll(prepared)].map(
          ([, name, value]) => `const ${name} = () => (${name}Made ??= ${value});`,
        );
        return { code: `${made}\n${makers.join('\n')}\n`, map: null };
      },
    },
  };
}

/** One letter beyond Latin-1 would double the memory that V8 takes for a whole chunk. */
function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    renderChunk(code) {
      const escaped = /\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/.exec(code)?.[0];
      if (escaped !== undefined) throw new Error(`Can't be written in ASCII: ${escaped}`);
      const inAscii = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      return { code: code.replaceAll(/[\u0080-\uffff]/g, inAscii), map: null };
    },
  };
}

function outputPath(repository: string, source: string): string {
  return relative(repository, source).split(sep).join('/').replace(/\.ts$/, '.js');
}

/**
 * ES modules for Node below `outDir`, in the same tree as the sources, with the data files they read at run time. `onInput` is
 * called with every module before it is read.
 */
export async function buildPrograms(
  repository: string,
  outDir: string,
  entries: readonly string[],
  dataFiles: readonly string[],
  onInput: (path: string) => void = () => {},
): Promise<void> {
  const bundle = await rolldown({
    cwd: repository,
    input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.ts$/, ''), entry])),
    platform: 'node',
    // The CommonJS builds of some libraries can't be bundled.
    resolve: { mainFields: ['module', 'main'] },
    external: (id) => externals.includes(id),
    plugins: [
      reportInputs(onInput),
      keepModuleUrls(repository),
      compactLanguages(),
      withoutWebApi(),
      lazyTextWidth(),
      asciiOnly(),
    ],
    onLog: failOnUnresolved,
  });
  await bundle.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // For build/decode-stack.ts. The package has no maps, so the code doesn't refer to them.
    sourcemap: 'hidden',
    minify: false,
    // Licenses stay; what libraries say to their editors doesn't ship.
    comments: { jsdoc: false },
  });
  await bundle.close();
  for (const path of dataFiles) {
    const target = join(outDir, path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(repository, path), target);
  }
}

/** One CommonJS file that Electron loads before an app's own code. A sandboxed preload can require `electron` only. */
export async function buildPreload(repository: string, input: string, file: string): Promise<void> {
  const bundle = await rolldown({
    cwd: repository,
    input,
    // Not 'node': the preload can't use Node's modules.
    platform: 'browser',
    external: ['electron'],
    onLog: failOnUnresolved,
  });
  await bundle.write({ file, format: 'cjs', sourcemap: 'hidden', minify: false });
  await bundle.close();
}

/** Libraries cause warnings we ignore. An import that can't be resolved fails the build. */
function failOnUnresolved(level: string, log: { readonly code?: string; readonly message: string }): void {
  const isFatal = log.code === 'UNRESOLVED_IMPORT' || log.code === 'MISSING_EXPORT';
  if (level === 'warn' && isFatal) throw new Error(log.message);
}
