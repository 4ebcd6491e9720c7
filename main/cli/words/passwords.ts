import { count } from '../../../preload/contract/texts/format-number.ts';

export const moreLocked = (files: number): string => `and ${count(files)} more: see --locked-list`;

export const tryingPasswords = (passwords: number, files: number): string =>
  `Trying ${passwords === 1 ? '1 password' : `${count(passwords)} passwords`} on ${
    files === 1 ? '1 locked file' : `${count(files)} locked files`
  }…`;

export const lockedListWritten = (path: string): string => `Locked files: ${path}`;
