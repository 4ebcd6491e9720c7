/** The docs name files and scripts; each of them exists. Help finds what people look for. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { userGuide } from '../build/user-guide.ts';
import { searchGuide } from '../renderer/features/help/search-guide.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const docs = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/*.md', { cwd: repository })];
const tests = globSync('{build,main,preload,renderer,resources,test}/**/*.test.ts', { cwd: repository });
const sources = globSync('{build,main,test}/**/*.ts', { cwd: repository });
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));

describe.each(docs)('%s', (doc) => {
  const text = read(doc);

  it('names only files that exist', () => {
    const named = text.matchAll(/`((?:build|docs|main|preload|renderer|resources|test)\/[\w./-]+)`/g);
    const paths = Array.from(named, ([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  it('names only tests that exist', () => {
    const named = Array.from(text.matchAll(/`([\w./-]+\.test\.ts)`/g), ([, name = '']) => name);
    expect(named.filter((name) => !tests.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([]);
  });

  it('names only variables that are read', () => {
    const named = Array.from(text.matchAll(/(?<![\w.])([A-Z]+(?:_[A-Z]+)+)=/g), ([, name = '']) => name);
    expect(named.filter((name) => !sources.some((source) => read(source).includes(`'${name}'`)))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(repository, dirname(doc), link)))).toEqual([]);
  });

  it('names only scripts that exist', () => {
    const named = Array.from(text.matchAll(/npm run ([\w:-]+)/g), ([, name = '']) => name);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

it('README.md has at most 120 lines of at most 100 characters', () => {
  const lines = read('README.md').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
});

it.each([
  ['night', 'getting-started'],
  ['deadline', 'getting-started'],
  ['deadline', 'preflight/the-time-it-takes'],
  ['estimated time', 'preflight/the-time-it-takes'],
  ['time estimated', 'preflight/the-time-it-takes'],
  ['zeros hold', 'watched-folders'],
  ['sandbox api key', 'sandbox/keys'],
])('in Help, “%s” finds %s', (query, expected) => {
  const hits = searchGuide(userGuide(repository), query).map(
    ({ page, section }) => `${page.id}/${section.id}`,
  );
  expect(hits).toContainEqual(expect.stringMatching(new RegExp(`^${expected}`)));
});
