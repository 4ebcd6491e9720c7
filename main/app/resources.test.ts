import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findResource, programPath, runtimeVersions } from './resources.ts';

describe('resources', () => {
  it('have programs next to the entry, with its extension', () => {
    const entry = pathToFileURL('/app/dist/main/index.js').href;
    expect(programPath(entry, './engine/rpc/process')).toMatch(
      /[\\/]dist[\\/]main[\\/]engine[\\/]rpc[\\/]process\.js$/,
    );
  });

  it('are found in the given folder outside a package, or are missing', () => {
    expect(findResource('resources.test.ts', import.meta.dirname)).toContain('resources.test.ts');
    expect(findResource('no-such-file', import.meta.dirname)).toBeNull();
  });

  it('name the versions there are', () => {
    const versions = { ...process.versions, node: '24.1.0' };
    expect(runtimeVersions(versions)).toBe('Node 24.1.0');
    expect(runtimeVersions({ ...versions, electron: '40.0.0', chrome: '142.0.0' })).toBe(
      'Electron 40.0.0 · Chromium 142.0.0 · Node 24.1.0',
    );
  });
});
