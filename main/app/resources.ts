/** Files and programs that ship with Lading, and the versions it runs on. */
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * A program next to main's entry. It has the entry's extension, because the sources and the build are laid out the same.
 */
export function programPath(entryUrl: string, path: string): string {
  return fileURLToPath(new URL(`${path}${extname(entryUrl)}`, entryUrl));
}

/** In a package next to the archive, where other programs can open it; otherwise in the given folder. */
export function findResource(name: string, folder: string): string | null {
  const folders = [process.resourcesPath, folder].filter((path) => path !== undefined);
  return folders.map((path) => join(path, name)).find((path) => existsSync(path)) ?? null;
}

/** For example "Electron 40.1.0 · Chromium 142.0.0.0 · Node 24.1.0". */
export function runtimeVersions({ electron, chrome, node }: NodeJS.ProcessVersions): string {
  const versions = [
    electron === undefined ? [] : [`Electron ${electron}`],
    chrome === undefined ? [] : [`Chromium ${chrome}`],
    [`Node ${node}`],
  ];
  return versions.flat().join(' · ');
}
