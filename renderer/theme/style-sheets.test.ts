import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '..');
const sheets = globSync('**/*.css', { cwd: renderer }).map((path) => ({
  path: path.replaceAll(sep, '/'),
  css: readFileSync(join(renderer, path), 'utf8').replace(/\/\*.*?\*\//gs, ''),
}));

it.each(sheets)('$path is in the cascade layer of its folder', ({ path, css }) => {
  const [folder = ''] = path.split('/');
  const rules = css.replace(/^@(import|layer)[^{}]*;/gm, '').trim();
  // The tokens are custom properties alone, which no rule overrides.
  if (path !== 'theme/tokens.css') expect(rules.startsWith(`@layer ${folder} {`)).toBe(true);
  expect(['theme', 'ui', 'shared', 'features', 'app']).toContain(folder);
});

it('no class belongs to two style sheets', () => {
  const owners = new Map<string, Set<string>>();
  for (const { path, css } of sheets) {
    for (const [, selectors = ''] of css.matchAll(/([^{}]+)\{/g)) {
      for (const selector of selectors.split(',')) {
        // The first class of a selector scopes it: what follows may be a class of another sheet.
        const name = /\.([a-z][\w-]*)/.exec(selector)?.[1];
        if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(path));
      }
    }
  }
  const shared = [...owners].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, ...paths]);
  expect(owners.size).toBeGreaterThan(100);
  expect(shared).toEqual([]);
});
