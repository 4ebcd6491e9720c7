import type { GuidePage } from 'virtual:user-guide';
import { expect, test } from 'vitest';
import { searchGuide } from './search-guide.ts';

const section = (id: string, title: string, text: string) => ({ id, title, level: 2, html: '', text });
const pages: readonly GuidePage[] = [
  {
    id: 'packs',
    title: 'Packs',
    sections: [
      section('', 'Packs', 'Small files share one source file.'),
      section(
        'layout',
        'The layout',
        `${'Before it. '.repeat(30)}A member has a header. ${'After it. '.repeat(30)}`,
      ),
    ],
  },
  { id: 'receipts', title: 'Receipts', sections: [section('key', 'The key', 'A header signs the layout.')] },
];
const found = (query: string) => searchGuide(pages, query).map((hit) => `${hit.page.id}/${hit.section.id}`);

test.each([
  ['a word in one section', 'share', ['packs/']],
  ['case and width', 'ＳＨＡＲＥ', ['packs/']],
  ['the start of a word', 'head', ['packs/layout', 'receipts/key']],
  ['not the end of one', 'eader', []],
  ['every word, wherever it is', 'header member', ['packs/layout']],
  ['a word of the page’s title with one of a section', 'receipts signs', ['receipts/key']],
  ['a heading before a text', 'layout', ['packs/layout', 'receipts/key']],
  ['a word that is nowhere', 'share nowhere', []],
  ['nothing', '  ', []],
])('%s', (_what, query, expected) => expect(found(query)).toEqual(expected));

test('tasks come before the command line, and only its excerpts show options', () => {
  const withOptions = 'Files can be limited. With --limit-rate 50M they are sent slower. Nights are free.';
  const guide = [
    { id: 'command-line', title: 'Command line', sections: [section('limit', 'Limit', withOptions)] },
    { id: 'resuming', title: 'Resuming', sections: [section('sent', 'What is sent', withOptions)] },
  ];
  expect(searchGuide(guide, 'sent').map(({ page, excerpt }) => [page.id, excerpt])).toEqual([
    ['resuming', 'Files can be limited. Nights are free.'],
    ['command-line', withOptions],
  ]);
});

test('the excerpt has the word, whole words, and marks where it is cut', () => {
  const [hit] = searchGuide(pages, 'member');
  expect(hit?.excerpt).toMatch(/^… (?:Before )?it\. .*A member has a header\. .* …$/);
  expect(hit?.excerpt.length).toBeLessThan(200);
  expect(searchGuide(pages, 'share')[0]?.excerpt).toBe('Small files share one source file.');
});
