import type { ContentDamage } from '../../../../preload/contract/views/content-check.ts';
import { type ContentCheck, intact } from '../content-check.ts';
import type { RandomAccess } from '../random-access.ts';
import { type Rar4Block, type Rar5Block, rar4Blocks, rar5Blocks } from './rar-blocks.ts';

export const checkRar4 = (file: RandomAccess): ContentCheck =>
  check(rar4Blocks(file), ({ isEncrypted }) => isEncrypted);
export const checkRar5 = (file: RandomAccess): ContentCheck =>
  check(rar5Blocks(file), ({ encryption }) => encryption !== null);

function check<B extends Rar4Block | Rar5Block>(
  blocks: Generator<B, ContentDamage | null>,
  isEncrypted: (block: B) => boolean,
): ContentCheck {
  let files = 0;
  let encrypted = 0;
  const result = (damage: ContentDamage | null): ContentCheck => ({
    ...intact,
    isEncrypted: encrypted > 0,
    locked: encrypted === 0 ? null : encrypted === files ? 'file' : 'entries',
    damage,
  });
  for (;;) {
    const { done, value } = blocks.next();
    if (done) return result(value);
    if (!value.isSound) return result({ kind: 'checksum-mismatch', part: 'entry' });
    // What follows, the names too, can't be read without the password.
    if (value.kind === 'encryption') return { ...result(null), isEncrypted: true, locked: 'file' };
    if (value.kind !== 'file') continue;
    files += 1;
    if (isEncrypted(value)) encrypted += 1;
  }
}
