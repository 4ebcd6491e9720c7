/** ZIP files as no honest program writes them. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface RawEntry {
  readonly name: string | Buffer;
  /** As it is stored: compressed, if `method` is 8. */
  readonly data: Buffer;
  readonly method?: 0 | 8;
  /** What the headers claim. */
  readonly size: number;
  readonly crc?: number;
  readonly flags?: number;
  /** Uses the bytes of the entry with this index instead of its own. */
  readonly sameAs?: number;
}

export function deflated(name: string, bytes: Buffer): RawEntry {
  return {
    name,
    data: deflateRawSync(bytes, { level: 9 }),
    method: 8,
    size: bytes.length,
    crc: crc32(bytes),
  };
}

export function stored(name: string, bytes: Buffer): RawEntry {
  return { name, data: bytes, size: bytes.length, crc: crc32(bytes) };
}

export function rawZip(entries: readonly RawEntry[]): Buffer {
  const chunks: Buffer[] = [];
  const central: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const { data, size, method = 0, crc = 0, flags = 0x800 } = entry;
    const name = Buffer.from(entry.name);
    const offset = entry.sameAs === undefined ? at : (offsets[entry.sameAs] ?? 0);
    offsets.push(offset);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(0x0021_0000, 6);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    if (entry.sameAs === undefined) {
      const local = [Buffer.from('PK\u0003\u0004'), fields, name, data];
      chunks.push(...local);
      at += local.reduce((sum, { length }) => sum + length, 0);
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, rest, name);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length % 65_536, 8);
  end.writeUInt16LE(entries.length % 65_536, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...chunks, directory, end]);
}
