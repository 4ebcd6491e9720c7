import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { checkContent } from '../../main/engine/formats/readers.ts';
import { makeBenchFolder } from './bench-files.ts';
import { measureCommand } from './measure-command.ts';
import { atMost, type BenchRow } from './report.ts';

const entries = 1_000_000;
const entriesPerFolder = 1_000;

/** Lists the entries of a ZIP archive of a million files, against `unzip -l`. */
export async function benchZipListing(): Promise<readonly BenchRow[]> {
  const folder = makeBenchFolder('zip-listing');
  try {
    const path = join(folder, 'million.zip');
    writeArchive(path);
    const fd = openSync(path, 'r');
    const memoryBefore = process.memoryUsage().rss;
    const startedMs = performance.now();
    const { damage, listing } = checkContent('zip', {
      sizeBytes: fstatSync(fd).size,
      read(position, length) {
        const bytes = Buffer.allocUnsafe(length);
        return bytes.subarray(0, readSync(fd, bytes, 0, length, position));
      },
    });
    const seconds = (performance.now() - startedMs) / 1000;
    const grownMb = (process.memoryUsage().rss - memoryBefore) / 1e6;
    closeSync(fd);
    if (
      damage !== null ||
      listing?.entries !== entries ||
      listing.folders.length !== entries / entriesPerFolder
    )
      throw new Error(`Not listed whole: ${listing?.entries} entries, ${JSON.stringify(damage)}`);
    const unzip = await measureCommand(['sh', '-c', 'unzip -l "$1" > /dev/null', 'sh', path]);
    const per = entries / 100_000;
    return [
      {
        what: 'ZIP listing, per 100,000 entries of 1,000,000',
        value: `${((seconds / per) * 1000).toFixed(0)} ms, memory grew by ${grownMb.toFixed(0)} MB`,
        against: `unzip -l ${((unzip.wallSeconds / per) * 1000).toFixed(0)} ms`,
        ...atMost(seconds / unzip.wallSeconds, 1.5),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Empty files, so that only their table of contents counts. More than 65,535 of them need ZIP64. */
function writeArchive(path: string): void {
  const fd = openSync(path, 'w');
  const directory: Buffer[] = [];
  let position = 0;
  for (let index = 0; index < entries; index += 1) {
    const name = Buffer.from(`custodian ${Math.floor(index / entriesPerFolder)}/mail/message ${index}.eml`);
    const local = Buffer.alloc(30 + name.length);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt16LE(name.length, 26);
    name.copy(local, 30);
    const header = Buffer.alloc(46 + name.length);
    header.write('PK\x01\x02', 'latin1');
    header.writeUInt16LE(name.length, 28);
    header.writeUInt32LE(position, 42);
    name.copy(header, 46);
    position += writeSync(fd, local);
    directory.push(header);
  }
  const table = Buffer.concat(directory);
  writeSync(fd, table);
  const end = Buffer.alloc(98);
  end.write('PK\x06\x06', 'latin1');
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(table.length), 40);
  end.writeBigUInt64LE(BigInt(position), 48);
  end.write('PK\x06\x07', 56, 'latin1');
  end.writeBigUInt64LE(BigInt(position + table.length), 64);
  end.writeUInt32LE(1, 72);
  end.write('PK\x05\x06', 76, 'latin1');
  end.fill(0xff, 84, 96);
  writeSync(fd, end);
  closeSync(fd);
}
