import { expect, it } from 'vitest';
import { folderNames } from './folder-names.ts';

it('the folders of a custodian are named, also the source folder itself', () => {
  expect(folderNames(['', '_Common'])).toBe('Source folder · _Common');
});
