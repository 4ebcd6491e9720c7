import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const filesWith = (pattern: string, word: RegExp): string[] =>
  globSync(pattern)
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => word.test(readFileSync(path, 'utf8')))
    .sort();

describe('between window and main', () => {
  it('there is one door on each side', () => {
    expect(filesWith('main/**/*.ts', /\bipcMain\b/)).toEqual(['main/ipc/index.ts']);
    expect(filesWith('preload/**/*.ts', /\bipcRenderer\b/)).toEqual(['preload/index.ts']);
    expect(filesWith('renderer/**/*.{ts,tsx}', /\bipcRenderer\b|from 'electron'|from 'node:/)).toEqual([]);
  });

  it('the door on the window’s side can be read at a glance', () => {
    expect(readFileSync('preload/index.ts', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(25);
  });

  it('only the shell, the doors and the root know Electron when they run', () => {
    const importing = filesWith('main/**/*.ts', /^import (?!type)[^;]*from 'electron'/m);
    expect(importing.filter((path) => !/^main\/(shell\/|ipc\/index\.ts|index\.ts)/.test(path))).toEqual([]);
  });

  it('nothing opens a page or a file of the system but the root, which asks the allowlist', () => {
    expect(filesWith('main/**/*.ts', /\bopenExternal\(|\bopenPath\(/)).toEqual(['main/index.ts']);
  });
});
