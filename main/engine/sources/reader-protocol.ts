/** What the threads that read sources do, and the messages to and from them. */
import type { FileIdentity } from '../types/source-path.ts';

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

type Path = string | Uint8Array;

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
  readText: { argument: { readonly path: Path }; answer: string };
  list: { argument: { readonly path: Path }; answer: readonly ListedEntry[] };
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
