import { formatCount } from '../format.ts';

export const moreLocked = (files: number): string => `and ${formatCount(files)} more: see --locked-list`;

export const tryingPasswords = (passwords: number, files: number): string =>
  `Trying ${passwords === 1 ? '1 password' : `${formatCount(passwords)} passwords`} on ${
    files === 1 ? '1 locked file' : `${formatCount(files)} locked files`
  }…`;

export const lockedListWritten = (path: string): string => `Locked files: ${path}`;
