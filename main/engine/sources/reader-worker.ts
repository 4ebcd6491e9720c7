/** A thread that reads sources. A call may hang here for as long as a share does not answer. */

import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  opendirSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { errnoIn } from '../../../preload/contract/failures/errno.ts';
import { thisThread } from '../threads/this-thread.ts';
import { fileStats, kindOf, pathOf } from './file-stats.ts';
import { moveFile } from './move-file.ts';
import { openFile, statOpen } from './open-file.ts';
import { readMembers } from './read-members.ts';
import {
  movedBlocks,
  type ReaderAnswer,
  type ReaderArgument,
  type ReaderOperationName,
  type ReaderReply,
  type ReaderRequest,
  type ReaderThreadTypes,
} from './reader-protocol.ts';

const operations: {
  readonly [Name in ReaderOperationName]: (argument: ReaderArgument<Name>) => ReaderAnswer<Name>;
} = {
  stat: ({ path }) => fileStats(statSync(pathOf(path), { bigint: true })),
  lstat: ({ path }) => fileStats(lstatSync(pathOf(path), { bigint: true })),
  open: ({ path, followLink }) => {
    const opened = openFile(pathOf(path), followLink);
    return opened.kind === 'file' ? { ...opened, stats: fileStats(opened.stats) } : opened;
  },
  fstat: ({ fd }) => fileStats(statOpen(fd)),
  read: ({ fd, block, bytes, position }) => {
    const into = new Uint8Array(block);
    let bytesRead = 0;
    while (bytesRead < bytes) {
      const count = readSync(fd, into, bytesRead, bytes - bytesRead, position + bytesRead);
      if (count === 0) break;
      bytesRead += count;
    }
    return { block, bytesRead };
  },
  close: ({ fd }) => {
    closeSync(fd);
    return undefined;
  },
  realpath: ({ path }) => realpathSync.native(pathOf(path), { encoding: 'latin1' }),
  checkReadable: ({ path }) => {
    if (statSync(pathOf(path)).isDirectory()) opendirSync(pathOf(path)).closeSync();
    else accessSync(pathOf(path), constants.R_OK);
    return undefined;
  },
  readEnds: ({ path }) => {
    const opened = openFile(pathOf(path), false);
    if (opened.kind !== 'file') return null;
    const { fd, stats } = opened;
    try {
      const found = fileStats(stats);
      const ends = found.sizeBytes === 0 ? [] : [0, found.sizeBytes - 1];
      const isRead = ends.every((at) => readSync(fd, new Uint8Array(1), 0, 1, at) === 1);
      const opened = fileStats(statOpen(fd));
      // Otherwise the file became shorter meanwhile, which its new size says.
      if (!isRead && opened.sizeBytes === found.sizeBytes)
        throw Object.assign(new Error('The file ends before its size'), { code: 'EIO' });
      return { found, opened };
    } finally {
      closeSync(fd);
    }
  },
  readFile: ({ path }) => readFileSync(pathOf(path)),
  list: ({ path }) =>
    readdirSync(pathOf(path), { encoding: 'buffer', withFileTypes: true }).map((entry) => ({
      name: entry.name,
      kind: kindOf(entry),
    })),
  readMembers: (request) => readMembers(request),
  move: (request) => moveFile(request),
};

function perform<Name extends ReaderOperationName>({
  name,
  argument,
}: ReaderRequest<Name>): ReaderReply<Name> {
  try {
    return { ok: true, answer: operations[name](argument) };
  } catch (error) {
    return { ok: false, code: errnoIn(error) ?? '', message: String(error) };
  }
}

const { post, listen } = thisThread<ReaderThreadTypes>();
listen((request) => {
  const reply = perform(request);
  post(reply, reply.ok ? movedBlocks(reply.answer) : []);
});
