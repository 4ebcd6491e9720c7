/**
 * `npm run decode-stack < lading.log`: shows the positions in a logged stack as positions in the sources. The maps lie beside
 * the code in dist/, so build the version that wrote the log first.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { repository } from './command-line.ts';
import { dist } from './index.ts';

/** A path in dist/, or a file of the window by its app:// address; then line and column. */
const position = /(?:[^\s()]*\/dist\/|app:\/\/lading\/)([^\s():?]+)(?:\?[^\s():]*)?:(\d+):(\d+)/g;

/** Returns the stack with each position that has a source map replaced. */
export function decodeStack(stack: string, distFolder: string, root: string): string {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (path: string): SourceMap | null => {
    const known = maps.get(path);
    if (known !== undefined) return known;
    const map = readMap(`${path}.map`);
    maps.set(path, map);
    return map;
  };
  return stack.replaceAll(position, (whole: string, path: string, line: string, column: string) => {
    const file = join(distFolder, whole.startsWith('app://') ? 'renderer' : '', path);
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return whole;
    const source = relative(root, resolve(dirname(file), origin.fileName))
      .split(sep)
      .join('/');
    return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

if (import.meta.main) process.stdout.write(decodeStack(await text(process.stdin), dist, repository));
