import { expect, it } from 'vitest';
import { hashListText } from './hash-list-text.ts';

const none = { lists: 1, unreadLists: 0, compared: 0, mismatches: 0, missing: 0, extra: 0, uncompared: 0 };

it.each([
  [{ compared: 1674 }, '1,674 files match the hash list that came with the media.'],
  [
    { missing: 3 },
    "The hash list that was found among the files names none of the others, so nothing was compared. 3 lines of the lists name files that aren't there.",
  ],
  [{ uncompared: 2 }, "2 files couldn't be compared."],
  [{ lists: 0, unreadLists: 1 }, "1 list couldn't be read."],
])('%j: “%s”', (result, text) => expect(hashListText({ ...none, ...result })).toBe(text));
