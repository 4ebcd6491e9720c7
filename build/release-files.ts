/** What is published beside the installers: their SHA-256 hashes, and the bill of materials. */
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { BuildResult } from 'electron-builder';

const bill = fileURLToPath(new URL('../dist/sbom.cdx.json', import.meta.url));

/** Called by electron-builder once all installers are made. Returns the files that it added. */
export default async function addReleaseFiles({
  outDir,
  artifactPaths,
}: Pick<BuildResult, 'outDir' | 'artifactPaths'>): Promise<string[]> {
  if (artifactPaths.length === 0) return [];
  const billCopy = join(outDir, 'sbom.cdx.json');
  copyFileSync(bill, billCopy);
  const lines = await Promise.all([...artifactPaths, billCopy].map(hashLine));
  const sums = join(outDir, 'SHA256SUMS');
  writeFileSync(sums, lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join(''));
  return [sums, billCopy];
}

/** As `sha256sum --check` reads it. */
async function hashLine(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return `${hash.digest('hex')}  ${basename(path)}\n`;
}
