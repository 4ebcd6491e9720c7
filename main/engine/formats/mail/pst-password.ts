/**
 * The password of a PST file ([MS-PST] 4.3): a property of the message store that has the CRC-32 of the password. Nothing is
 * encrypted with it. Outlook asks for it; other programs may read the file without.
 */
import { crc32 } from 'node:zlib';
import { cannotTry, type PasswordCheck } from '../password-check.ts';
import { byteForms } from '../password-forms.ts';
import { type RandomAccess, readAt } from '../random-access.ts';
import { PstBlocks, pstHeaderBytes } from './pst-blocks.ts';

const messageStore = 0x21;
const passwordProperty = 0x67ff;
const integerType = 0x0003;
const heapSignature = 0xec;
const propertiesSignature = 0xbc;
const treeSignature = 0xb5;
const keyBytes = 2;
const leafBytes = 8;
const branchBytes = 6;
const maxLevels = 8;

export function pstPasswordCheck(file: RandomAccess): PasswordCheck {
  const header = readAt(file, 0, pstHeaderBytes);
  const checksum = header.length < pstHeaderBytes ? null : passwordChecksum(new PstBlocks(file, header));
  if (checksum === null || checksum === 0) return cannotTry('damaged');
  return {
    kind: 'check',
    proof: 'checksum',
    fits: (password) => byteForms(password).some((form) => pstCrc(form) === checksum),
  };
}

/** [MS-PST] 5.3: CRC-32 that begins with zero and is not inverted at the end. */
export function pstCrc(bytes: Uint8Array): number {
  return (crc32(bytes, 0xffffffff) ^ 0xffffffff) >>> 0;
}

/** The CRC-32 that the file stores; 0 without a password. It is null if the message store can't be read. */
export function passwordChecksum(blocks: PstBlocks): number | null {
  const id = blocks.dataOf(messageStore);
  const first = id === null ? null : blocks.data(id, 0);
  if (id === null || first === null || first.length < 12) return null;
  if (first[2] !== heapSignature || first[3] !== propertiesSignature) return null;
  const tree = heapItem(blocks, id, first.readUInt32LE(4));
  if (tree === null || tree.length < 8 || tree[0] !== treeSignature) return null;
  if (tree[1] !== keyBytes || tree[2] !== leafBytes - keyBytes) return null;
  const levels = tree[3] ?? 0;
  let heapId = tree.readUInt32LE(4);
  if (levels > maxLevels) return null;
  for (let level = levels; heapId !== 0; level -= 1) {
    const records = heapItem(blocks, id, heapId);
    if (records === null) return null;
    const record = findRecord(records, level === 0 ? leafBytes : branchBytes, level === 0);
    if (record === null) return 0;
    if (level === 0) return record.readUInt16LE(2) === integerType ? record.readUInt32LE(4) : 0;
    heapId = record.readUInt32LE(2);
  }
  return 0;
}

/** In a leaf, the record of the property itself; above, the last one that doesn't begin after it. */
function findRecord(records: Buffer, recordBytes: number, isLeaf: boolean): Buffer | null {
  let found: Buffer | null = null;
  for (let at = 0; at + recordBytes <= records.length; at += recordBytes) {
    const key = records.readUInt16LE(at);
    if (isLeaf ? key === passwordProperty : key <= passwordProperty)
      found = records.subarray(at, at + recordBytes);
  }
  return found;
}

/** [MS-PST] 2.3.1: an item of the heap in a node's data. It is null if the heap contradicts itself. */
function heapItem(blocks: PstBlocks, dataId: number, heapId: number): Buffer | null {
  // The lowest five bits say what kind of ID it is: 0 for a heap's.
  if (heapId % 32 !== 0) return null;
  const items = 2 ** blocks.heapIndexBits;
  const index = Math.floor(heapId / 32) % items;
  const block = blocks.data(dataId, Math.floor(heapId / 32 / items));
  if (block === null || index === 0 || block.length < 2) return null;
  const map = block.readUInt16LE(0);
  if (map + 4 > block.length || index > block.readUInt16LE(map)) return null;
  const at = map + 4 + 2 * (index - 1);
  if (at + 4 > block.length) return null;
  const [start, end] = [block.readUInt16LE(at), block.readUInt16LE(at + 2)];
  return start <= end && end <= block.length ? block.subarray(start, end) : null;
}
