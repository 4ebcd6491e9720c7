import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildOutdated, dist } from '../../build/index.ts';

describe('the built window holds under its content security policy', () => {
  const folder = join(dist, 'renderer');
  let html = '';

  beforeAll(async () => {
    await buildOutdated();
    html = await readFile(join(folder, 'index.html'), 'utf8');
  });

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
