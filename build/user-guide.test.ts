import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guidePage, userGuide } from './user-guide.ts';

const guide = userGuide(join(import.meta.dirname, '..'));

test('every link of the guide leads to a page and a heading that are there', () => {
  const targets = new Set(
    guide.flatMap(({ id, sections }) => sections.map((one) => (one.id === '' ? id : `${id}/${one.id}`))),
  );
  const links = guide.flatMap(({ id, sections }) =>
    sections.flatMap(({ html }) =>
      Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = '']) => [id, href]),
    ),
  );
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter(([, href]) => !targets.has(href?.replace('#/help/', '') ?? ''))).toEqual([]);
});

test('every page has a title, sections, and text without markup', () => {
  for (const { id, title, sections } of guide) {
    expect([id, title, sections[0]?.title]).toEqual([id, sections[0]?.title, title]);
    expect(sections.length).toBeGreaterThan(1);
    for (const { text } of sections)
      expect([id, text]).not.toEqual([id, expect.stringMatching(/<\/|&(lt|amp);/)]);
  }
});

test('a page becomes sections whose links lead to the window, or show their address', () => {
  const page = guidePage(
    'packs',
    '# Packs\n\nSee [one](receipts.md#the-key), [here](#a--b), [code](../main/index.ts), [a page](architecture.md)\nand [web](https://x.test/?a=1&b=2).\n\n## `a` & b\n\n`<i>`\n\n## `a` & b\n',
  );
  expect(page).toMatchObject({
    title: 'Packs',
    sections: [
      { id: '', title: 'Packs', level: 1 },
      { id: 'a--b', level: 2, html: '<p><code>&lt;i&gt;</code></p>\n', text: '<i>' },
      { id: 'a--b-1', title: 'a & b', html: '' },
    ],
  });
  expect(page.sections[0]?.html.trim()).toBe(
    '<p>See <a href="#/help/receipts/the-key" draggable="false">one</a>, <a href="#/help/packs/a--b" draggable="false">here</a>, code, a page\nand web (<code>https://x.test/?a=1&amp;b=2</code>).</p>',
  );
});

test.each([
  ['HTML', '# A\n\n<b>x</b>'],
  ['HTML in a table', '# A\n\n| a |\n| --- |\n| <img src=x> |'],
  ['a picture', '# A\n\n![x](y.png)'],
  ['text before its title', 'x\n\n# A'],
])('a page with %s is refused', (_what, markdown) => {
  expect(() => guidePage('packs', markdown)).toThrow('docs/packs.md');
});
