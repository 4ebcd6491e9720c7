import { expect, it } from 'vitest';
import { folderNames } from './folder-names.ts';

it('the folders of a custodian are named, also the source folder itself', () => {
  expect(folderNames({ folders: ['', '_Common'], moreFolders: 0 })).toBe('Source folder · _Common');
  expect(folderNames({ folders: ['Doe'], moreFolders: 36 })).toBe('Doe · and 36 more');
});
