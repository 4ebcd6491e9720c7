import type { ScanProblemCode } from './scan-types.ts';

/** The system's code of an error, e.g. ENOENT; anything that is not the system's is a bug and is thrown on. */
export function systemCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string' && 'errno' in error)
    return error.code;
  throw error;
}

export interface Fault {
  readonly code: ScanProblemCode;
  readonly systemCode: string | null;
}

export function faultOf(error: unknown, otherwise: 'unreadable-folder' | 'unreadable-file'): Fault {
  const code = systemCode(error);
  switch (code) {
    case 'ENOENT':
      return { code: 'vanished', systemCode: null };
    case 'ENAMETOOLONG':
      return { code: 'path-too-long', systemCode: null };
    case 'ENOTDIR':
      return { code: 'changed-while-read', systemCode: null };
    case 'ELOOP':
      return { code: 'link-loop', systemCode: null };
    default:
      return { code: otherwise, systemCode: code };
  }
}

/** Stands beside the path and does not repeat it; only `root`, a chosen folder itself, has none beside it. */
export function problemMessage(fault: Fault, root: string | null): string {
  const because = fault.systemCode === null ? '' : ` (${fault.systemCode})`;
  const message = reasonOf(fault.code, because);
  return root === null ? message : `"${root}": ${message}`;
}

function reasonOf(code: ScanProblemCode, because: string): string {
  switch (code) {
    case 'unreadable-folder':
      return `This folder cannot be read${because}, so nothing in it is included. Give yourself permission to read it, then retry what failed: it is read then.`;
    case 'unreadable-file':
      return `It cannot be read${because}. Give yourself permission to read it, then retry what failed.`;
    case 'symbolic-link':
      return 'A symbolic link; links are not followed. Add what it points to by its own path if it is wanted.';
    case 'link-loop':
      return 'A symbolic link that leads back to a folder that holds it. It is not followed, nothing is lost.';
    case 'broken-link':
      return 'A symbolic link to something that does not exist.';
    case 'special-file':
      return 'A device, socket or pipe, not a file.';
    case 'vanished':
      return 'It was there when its folder was read and was gone a moment later. Retry what failed once it is there again.';
    case 'path-too-long':
      return 'Its path is longer than the system can open. Move it nearer to the top, or choose a folder further down.';
    case 'changed-while-read':
      return 'It changed while it was read, so some of it may not be included. Retry what failed when nothing writes to it.';
  }
}
