/** What the threads that read sources do, and the messages to and from them. */
import type { MemberColumns } from '../types/part-members.ts';
import type { FileChange, FileVersion } from './file-version.ts';

export type FileKind = 'file' | 'folder' | 'symbolic-link' | 'special-file';

export interface FileStats extends FileVersion {
  readonly kind: FileKind;
}

export interface ReadEnds {
  readonly found: FileStats;
  /** Once it was read. */
  readonly opened: FileStats;
}

export interface ListedEntry {
  readonly name: Uint8Array;
  /** The kind of the entry itself: a link is not followed. */
  readonly kind: FileKind;
}

export type Path = string | Uint8Array;

export interface BegunMember {
  readonly bytes: number;
  readonly version: FileVersion;
}

/** Why a member can't be in the pack. */
export type MemberRefusal =
  | { readonly kind: 'changed'; readonly change: FileChange }
  | { readonly kind: 'not-a-file'; readonly found: Exclude<FileKind, 'file'> }
  | { readonly kind: 'unreadable'; readonly code: string };

/** Members of a pack, as the scan found them, and their places in a block. */
export interface MembersRequest {
  readonly block: ArrayBuffer;
  readonly root: string;
  readonly members: MemberColumns;
  /** 1 where a symbolic link is followed. */
  readonly followLinks: Uint8Array;
  /** Where in the block each member's content belongs, and its CRC-32, in little-endian order. */
  readonly positions: Uint32Array;
  readonly crcPositions: Uint32Array;
  /** As `SourceRoots.hasScannedNumbers`: then the file ID must be the same too. */
  readonly hasScannedNumbers: boolean;
  /** An MD5 takes as long as all other hashes together. */
  readonly wantsMd5: boolean;
  /** What a call before read of the first member into the same block. */
  readonly begun: BegunMember | null;
}

/** For the first members, as many as there was time for: at least one, or the start of one. */
export interface MembersAnswer {
  readonly block: ArrayBuffer;
  /** 0 where a member was not read. */
  readonly crc32s: Uint32Array;
  /** SHA-1 and MD5 of each member, in hexadecimal; zeros where it was not read. */
  readonly hashes: string;
  /** 0 where a member was not read. */
  readonly ctimesNs: BigInt64Array;
  readonly bornsNs: BigInt64Array;
  readonly refused: readonly (readonly [index: number, refusal: MemberRefusal])[];
  /** The hashes so far of the member after these, which there was no time to read whole: to be called again. */
  readonly begun: BegunMember | null;
}

/** The version that was sent, as far as it is known. */
export interface MovableFile extends FileVersion {
  /** Below the watched folder. */
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
}

export interface MoveRequest {
  /** The watched folder. */
  readonly root: string;
  /** Directly in the watched folder. It is made if it isn't there. */
  readonly subfolder: string;
  readonly file: MovableFile;
  /** Whether no later version of its path is known. Otherwise it isn't moved any longer, at most an earlier move is finished. */
  readonly isCurrent: boolean;
}

export type Moved =
  /** `to`: below the watched folder. `toBytes`: the same, where it isn't Unicode. */
  | { readonly kind: 'moved'; readonly to: string; readonly toBytes?: Uint8Array }
  /** What is at its path stays: another file or version, or it was touched, and may have been written to. */
  | { readonly kind: 'changed'; readonly why: 'touched' | 'changed' }
  /** `isSameVolume`: the watched folder is on the volume that the file was on, so the share isn't away. */
  | { readonly kind: 'missing'; readonly isSameVolume: boolean }
  | { readonly kind: 'failed'; readonly errno: string };

export type OpenAnswer =
  | { readonly kind: 'file'; readonly fd: number; readonly stats: FileStats }
  | { readonly kind: Exclude<FileKind, 'file'> };

export interface Operations {
  /** Follows a symbolic link. */
  stat: { argument: { readonly path: Path }; answer: FileStats };
  lstat: { argument: { readonly path: Path }; answer: FileStats };
  /** For reading. Every thread of the process can use the descriptor. */
  open: { argument: { readonly path: Path; readonly followLink: boolean }; answer: OpenAnswer };
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
  /** Opens the file at the path and reads its first and last byte. Answers null for what isn't a file: also a symbolic link. */
  readEnds: { argument: { readonly path: Path }; answer: ReadEnds | null };
  readFile: { argument: { readonly path: Path }; answer: Uint8Array };
  list: { argument: { readonly path: Path }; answer: readonly ListedEntry[] };
  /**
   * Reads files whole to their places in the block, compares them with the scan before and after, and hashes them. The block
   * moves to the thread and back.
   */
  readMembers: { argument: MembersRequest; answer: MembersAnswer };
  /** Moves a file of a watched folder within it. */
  move: { argument: MoveRequest; answer: Moved };
}
export type ReaderOperationName = keyof Operations;
export type ReaderArgument<Name extends ReaderOperationName> = Operations[Name]['argument'];
export type ReaderAnswer<Name extends ReaderOperationName> = Operations[Name]['answer'];

export interface ReaderRequest<Name extends ReaderOperationName = ReaderOperationName> {
  readonly name: Name;
  readonly argument: ReaderArgument<Name>;
}

export type ReaderReply<Name extends ReaderOperationName = ReaderOperationName> =
  | { readonly ok: true; readonly answer: ReaderAnswer<Name> }
  /** `code` is the system's. Empty for a bug. */
  | { readonly ok: false; readonly code: string; readonly message: string };

/** A block moves with its message: no thread can use it while another one has it. */
export function movedBlocks(
  value: ReaderArgument<ReaderOperationName> | ReaderAnswer<ReaderOperationName>,
): ArrayBuffer[] {
  return typeof value === 'object' && value !== null && 'block' in value ? [value.block] : [];
}

/** Why a call failed: the system's code, or one of these two. */
export class ReadError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
/** What is at the path isn't a file. */
export class NotAFileError extends ReadError {
  readonly found: Exclude<FileKind, 'file'>;

  constructor(found: Exclude<FileKind, 'file'>) {
    super(found === 'folder' ? 'EISDIR' : 'EINVAL', `Not a file: ${found}`);
    this.found = found;
  }
}

/** The caller's signal was aborted, or the readers were closed. */
export const stoppedCode = 'STOPPED';
/** The system call has not returned for so long that its caller should do something else. */
export const noAnswerCode = 'NO_ANSWER';

export interface ReaderThreadTypes {
  readonly data: undefined;
  readonly to: ReaderRequest;
  readonly from: ReaderReply;
}
