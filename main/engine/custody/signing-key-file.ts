/**
 * A signing key in a file of the data folder: for the command line, and where the system has no keychain. The file is a
 * PKCS #8 PEM that only this user can read.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { KeyStorage } from '../../../preload/contract/views/signing-key.ts';
import { keyFileName, unfinishedName } from '../store/files/own-names.ts';
import { ownerOnlyFile } from '../store/files/private-folder.ts';
import { writeFailure } from '../store/files/write-failure.ts';
import { generatePrivateKey, readPrivateKey, readPublicKey, type SigningKey } from './signing-key.ts';

/** Ours has 119 bytes. */
const maxBytes = 16_384;

/**
 * Reads the key, and makes one if there is none. A damaged file is kept under another name and replaced: a receipt must
 * still be written, and its log says which key the new one replaces.
 *
 * Fails with signing-key-unreadable, disk-full or write-failed.
 */
export function openKeyFile(stateDir: string): Result<SigningKey> {
  const path = join(stateDir, keyFileName);
  try {
    const text = readIfPresent(path);
    const key = text === null ? null : readPrivateKey(text, 'file');
    if (key !== null) return success(key);
    if (text !== null) renameSync(path, `${path}.damaged-${randomBytes(4).toString('hex')}`);
  } catch (error) {
    return failure('signing-key-unreadable', { path, errno: errnoOf(error) });
  }
  try {
    createFile(path, generatePrivateKey());
    // Another process may have made it first.
    const key = readPrivateKey(readFileSync(path, 'utf8'), 'file');
    return key === null ? failure('signing-key-unreadable', { path, errno: 'EIO' }) : success(key);
  } catch (error) {
    return writeFailure(error, path);
  }
}

/** The public half of the key in the data folder, for people to compare. Makes the key if there is none. */
export function openSigningKeyFile(stateDir: string): Result<{
  readonly fingerprint: string;
  readonly storage: KeyStorage;
  readonly path: string;
  readonly publicKeyPem: string;
}> {
  const opened = openKeyFile(stateDir);
  if (!opened.ok) return opened;
  const { fingerprint, storage, publicKey } = opened.value;
  const publicKeyPem = readPublicKey(publicKey)?.pem ?? '';
  return success({ fingerprint, storage, path: join(stateDir, keyFileName), publicKeyPem });
}

/** Empty, as a damaged file is, for a pipe, a device, or a file that is far too long. */
function readIfPresent(path: string): string | null {
  let file: number;
  try {
    // Non-blocking: opening a named pipe would otherwise wait for a writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isDirectory() && (!stats.isFile() || stats.size > maxBytes)) return '';
    // A copy or a backup may have opened it to others. What a link leads to isn't Lading's to change.
    const isOpen = (stats.mode & 0o077) !== 0 && process.platform !== 'win32';
    if (isOpen && lstatSync(path).isFile()) fchmodSync(file, ownerOnlyFile);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Writes a whole file, unless one of that name is there. */
function createFile(path: string, text: string): void {
  const temporary = unfinishedName(path);
  try {
    const file = openSync(temporary, 'wx', ownerOnlyFile);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(temporary, path);
  } catch (error) {
    switch (errnoOf(error)) {
      case 'EEXIST':
        return;
      // This file system has no hard links.
      case 'EPERM':
      case 'ENOTSUP':
      case 'ENOSYS':
        renameSync(temporary, path);
        return;
      default:
        throw error;
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}
