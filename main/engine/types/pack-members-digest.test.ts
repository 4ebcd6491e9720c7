import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { PackMembersDigest } from './pack-members-digest.ts';

test('the digest of a pack is that of its members as lines of canonical JSON', () => {
  const digest = new PackMembersDigest();
  const hash = createHash('sha256');
  for (let item = 1; item <= 2_000; item += 1) {
    const sha1 = item % 7 === 0 ? null : createHash('sha1').update(`${item}`).digest('hex');
    const hashes = { sha1, sha256: sha1 && `${sha1}00`, md5: item % 5 === 0 ? null : 'ff' };
    const member = { item, path: `Ordner "ä"/\u2028 ${item}\\.txt`, sizeBytes: item * 1_000_003, ...hashes };
    digest.add(member);
    hash.update(`${canonicalJson(member)}\n`, 'utf8');
    // May be asked for in between.
    if (item % 500 === 0) expect(digest.hex()).toBe(hash.copy().digest('hex'));
  }
  expect(digest.count).toBe(2_000);
  expect(() =>
    digest.add({ item: 1, path: '\ud800', sizeBytes: 0, sha1: null, sha256: null, md5: null }),
  ).toThrow(TypeError);
});
