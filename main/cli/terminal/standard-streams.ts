/** Standard output and standard error: everything that the command line prints goes through them. */
import { fstatSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { Streams } from './output.ts';

export function standardStreams(): Streams {
  return {
    stdout: isFile(1) ? createFileStream(1) : process.stdout,
    stderr: isFile(2) ? createFileStream(2) : process.stderr,
  };
}

/** False where the process has no such stream, as a Windows process without a console. */
function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

/**
 * A disk that fills up takes some bytes of a write, and refuses only the next one. Node's own stream drops the rest without an error.
 * This one writes every byte before it returns, or fails.
 */
function createFileStream(fd: number): Writable {
  return new Writable({
    write(bytes: Buffer, _encoding, done) {
      try {
        writeFileSync(fd, bytes);
      } catch (error) {
        return done(error instanceof Error ? error : new Error(String(error)));
      }
      done();
    },
  });
}
