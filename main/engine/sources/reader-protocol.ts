/** What the threads that read sources do, and the messages to and from them. */
import type { FileIdentity } from '../types/source-path.ts';
import type { FileChange } from './source-identity.ts';

export type FileKind = 'file' | 'folder' | 'symbolic-link' | 'special-file';

export interface FileStats extends FileIdentity {
  /** Of the last change to the content, the name or the permissions. */
  readonly ctimeNs: bigint;
  readonly kind: FileKind;
}

export interface ListedEntry {
  readonly name: Uint8Array;
  /** Of the entry itself: a link is not followed. */
  readonly kind: FileKind;
}

export type Path = string | Uint8Array;

/** A member of a pack, as the scan found it. */
export interface MemberToRead extends FileIdentity {
  readonly path: Path;
  readonly followLink: boolean;
  /** Where in the block its content belongs, and its CRC-32, in little-endian order. */
  readonly position: number;
  readonly crcPosition: number;
  /** What a call before read of it into the same block. */
  readonly begun: BegunMember | null;
}

export interface BegunMember {
  readonly bytes: number;
  /** See file-version.ts. */
  readonly version: string;
}

export interface MemberHashes {
  readonly crc32: number;
  /** In hexadecimal. */
  readonly sha1: string;
  readonly md5: string;
}

export type MemberAnswer =
  | ({ readonly kind: 'read' } & MemberHashes)
  /** There was no time for the rest: to be called again. */
  | { readonly kind: 'unfinished'; readonly begun: BegunMember }
  | { readonly kind: 'changed'; readonly change: FileChange }
  | { readonly kind: 'not-a-file'; readonly found: Exclude<FileKind, 'file'> }
  | { readonly kind: 'unreadable'; readonly code: string };

/** See `Operations.readMembers`. */
export interface MembersRequest {
  readonly block: ArrayBuffer;
  readonly members: readonly MemberToRead[];
  /** Of the scan: then the file ID must be the same too. */
  readonly isSameRun: boolean;
}

export interface MembersAnswer {
  readonly block: ArrayBuffer;
  readonly members: readonly MemberAnswer[];
}

/** `MemberToRead`s as they go to another thread (member-columns.ts). */
export interface MemberColumns {
  readonly paths: readonly Path[];
  readonly followLinks: readonly boolean[];
  readonly begun: readonly (BegunMember | null)[];
  /** Of each member: size, position, position of the CRC-32, era of the modification time. */
  readonly numbers: Float64Array;
  /** Of each member: modification time, device, file ID. */
  readonly identities: BigInt64Array;
}

/** `MemberAnswer`s as they go to another thread. */
export interface MemberAnswerColumns {
  /** Of each member, 0 and zeros where it was not read. */
  readonly crc32s: Uint32Array;
  /** Of each member: SHA-1 and MD5. */
  readonly hashes: string;
  /** Instead of the hashes, for those that were not read. */
  readonly others: readonly (readonly [index: number, answer: MemberAnswer])[];
}

export interface Operations {
  /** Follows a symbolic link. */
  stat: { argument: { readonly path: Path }; answer: FileStats };
  lstat: { argument: { readonly path: Path }; answer: FileStats };
  /** For reading. Returns the descriptor, which every thread of the process can use. */
  open: { argument: { readonly path: Path }; answer: number };
  fstat: { argument: { readonly fd: number }; answer: FileStats };
  /** Reads until `bytes` are there or the file ends. The block moves to the thread and back: see `OpenFile.read`. */
  read: {
    argument: {
      readonly fd: number;
      readonly block: ArrayBuffer;
      readonly bytes: number;
      readonly position: number;
    };
    answer: { readonly block: ArrayBuffer; readonly bytesRead: number };
  };
  close: { argument: { readonly fd: number }; answer: undefined };
  /** Raw (source-path.ts): a link may lead to a name that is not Unicode. */
  realpath: { argument: { readonly path: Path }; answer: string };
  /** Fails if a file can't be read, or a folder can't be listed. */
  checkReadable: { argument: { readonly path: Path }; answer: undefined };
  readFile: { argument: { readonly path: Path }; answer: Uint8Array };
  list: { argument: { readonly path: Path }; answer: readonly ListedEntry[] };
  /**
   * Reads files whole to their places in the block, compares them with the scan before and after, and hashes them. Answers
   * for the first ones, as many as there was time for. The block moves to the thread and back.
   */
  readMembers: {
    argument: {
      readonly block: ArrayBuffer;
      readonly columns: MemberColumns;
      readonly isSameRun: boolean;
    };
    answer: { readonly block: ArrayBuffer; readonly columns: MemberAnswerColumns };
  };
}
export type OperationName = keyof Operations;
export type Argument<Name extends OperationName> = Operations[Name]['argument'];
export type Answer<Name extends OperationName> = Operations[Name]['answer'];

export interface ReaderRequest<Name extends OperationName = OperationName> {
  readonly name: Name;
  readonly argument: Argument<Name>;
}

export type ReaderReply<Name extends OperationName = OperationName> =
  | { readonly ok: true; readonly answer: Answer<Name> }
  /** `code` is the system's. Empty for a bug. */
  | { readonly ok: false; readonly code: string; readonly message: string };

/** A block moves with its message: no thread can use it while another one has it. */
export function movedBlocks(value: Argument<OperationName> | Answer<OperationName>): ArrayBuffer[] {
  return typeof value === 'object' && 'block' in value ? [value.block] : [];
}

/** Why a call failed: the system's code, or one of these two. */
export class ReadError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
/** The caller's signal was aborted, or the readers were closed. */
export const stoppedCode = 'STOPPED';
/** The system call has not returned for so long that its caller should do something else. */
export const noAnswerCode = 'NO_ANSWER';
