import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followedLinks, followsLink } from './source-handle.ts';

const root = join('/evidence', 'share');
const paths = ['a.txt', 'Mail/b.eml', 'Mail'];

test.each([
  ['only the root was named', [root], false],
  ['the root was named with a slash at its end', [`${root}/`], false],
  ['a file and a folder were named', [join(root, 'a.txt'), join(root, 'Mail')], false],
  ['a file elsewhere has the same name', [root, '/evidence/a.txt'], false],
  ['all links are followed', [root], true],
])('links are followed as for one path, where %s', (_, sources, followSymlinks) => {
  const options = { sources, followSymlinks };
  expect([...followedLinks(root, paths, options)]).toEqual(
    paths.map((path) => (followsLink(join(root, path), options) ? 1 : 0)),
  );
});
