import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

describe('the built window holds under its content security policy', () => {
  let folder = '';
  let html = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lading-window-'));
    // In a process of its own, because NODE_ENV is `test` in this one.
    await promisify(execFile)(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir'],
      { cwd: repository, env: { ...process.env, NODE_ENV: 'production' } },
    );
    html = await readFile(join(folder, 'index.html'), 'utf8');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('has no script, style or handler inside its HTML', () => {
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
    for (const [tag] of html.matchAll(/<script[^>]*>/g)) expect(tag).toMatch(/ src="\.\/assets\/[\w-]+\.js"/);
    expect(html).toMatch(/<\/script>/);
  });

  it('refers to nothing outside its own folder', () => {
    for (const [, address] of html.matchAll(/(?:src|href)="([^"]*)"/g))
      expect(address).toMatch(/^\.\/assets\//);
  });

  it('contains only scripts and styles, with source maps that no script names, and nothing of the mock', async () => {
    const files = await readdir(folder, { recursive: true });
    expect(
      files.filter((file) => !/^(assets|index\.html|assets[\\/][\w-]+\.(js|js\.map|css))$/.test(file)),
    ).toEqual([]);
    for (const file of files.filter((each) => each.endsWith('.js'))) {
      const script = await readFile(join(folder, file), 'utf8');
      expect([file, script.includes('sourceMappingURL')]).toEqual([file, false]);
      expect([file, script.includes('Custodial collection 14')]).toEqual([file, false]);
      expect([file, script.includes('jsxDEV')]).toEqual([file, false]);
    }
  });
});
