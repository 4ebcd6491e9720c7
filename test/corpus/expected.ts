/**
 * What pre-flight must say about each file of the corpus, and no more. The files are made by `make.sh`; those with `change`
 * are made of them, and those with `bytes` after the specifications of their formats.
 */
import type { ContentType } from '../../preload/contract/views/content-type.ts';
import { ewf2Bytes, rar4Bytes, rar5Bytes } from '../fixtures/container-bytes.ts';
import { pstFile } from '../fixtures/pst-file.ts';

export interface ExpectedFile {
  readonly name: string;
  /** The file of the corpus that it is made of, where that has another name. */
  readonly of?: string;
  readonly change?: (bytes: Buffer) => Buffer;
  readonly bytes?: Buffer;
  readonly type: string | null;
  /** As `summary` in corpus.test.ts writes them, sorted. */
  readonly findings: readonly string[];
}

type Row = readonly [name: string, type: ContentType | null, ...findings: string[]];

const container = 'container';

const asMade: readonly Row[] = [
  ['aes.zip', 'zip', 'container: 3 files', 'encrypted: file'],
  ['ann.vcf', 'vcard'],
  ['backslashes.docx', 'docx'],
  ['big-endian.tif', 'tiff'],
  ['big.tif', 'tiff'],
  ['chat.sqlite', 'sqlite'],
  ['chinese.zip', 'zip', 'container: 2 files'],
  ['claims.zip', 'zip', 'container-entries: impossible-sizes', 'container: 1 files'],
  ['crashed.txt', null],
  ['date.ics', 'calendar'],
  ['disc.iso', 'iso', container],
  ['disk.qcow2', 'qcow2', container],
  ['disk.raw', 'disk-image', container],
  ['disk.vdi', 'vdi', container],
  ['disk.vhd', 'vhd', container],
  ['disk.vhdx', 'vhdx', container],
  ['disk.vmdk', 'vmdk', container],
  ['dos.txt', 'text'],
  ['downloaded.pdf', 'pdf'],
  ['ext.img', 'disk-image', container],
  ['far-parts.docx', 'docx'],
  ['far-parts.pptx', 'pptx'],
  ['far-parts.xlsx', 'xlsx'],
  ['film.3gp', 'mp4'],
  ['film.avi', 'avi'],
  ['film.flv', 'flv'],
  ['film.m2ts', 'mpeg'],
  ['film.mkv', 'matroska'],
  ['film.mov', 'mp4'],
  ['film.mp4', 'mp4'],
  ['film.mpg', 'mpeg'],
  ['film.webm', 'matroska'],
  ['film.wmv', 'asf'],
  ['fixed.vhd', 'vhd', container],
  ['folder-first.epub', 'epub'],
  ['gnutar.tar', 'tar', 'container: 3 files'],
  ['hidden.7z', '7z', container, 'encrypted: file'],
  ['image.E01', 'e01', container, 'segments: 2 files'],
  ['image.E02', 'e01', container],
  ['image.svg', 'xml'],
  ['japanese.txt', 'text'],
  ['kana.zip', 'zip', 'container: 1 files'],
  ['kanji.zip', 'zip', 'container: 3 files'],
  ['last-types.docx', 'docx'],
  ['last-types.pptx', 'pptx'],
  ['last-types.xlsx', 'xlsx'],
  ['legacy.lz4', 'lz4', container],
  ['letter.doc', 'doc'],
  ['letter.docx', 'docx'],
  ['letter.epub', 'epub'],
  ['letter.fodt', 'xml'],
  ['letter.html', 'html'],
  ['letter.html.Z', 'compress', container],
  ['letter.odt', 'odf'],
  ['letter.pdf', 'pdf'],
  ['letter.rtf', 'rtf'],
  ['letter.txt', 'text'],
  ['letter.txt.bz2', 'bz2', container],
  ['letter.txt.gz', 'gz', container],
  ['letter.txt.lz4', 'lz4', container],
  ['letter.txt.xz', 'xz', container],
  ['letter.txt.zst', 'zst', container],
  ['linear.pdf', 'pdf'],
  ['locked.7z', '7z', 'container: 3 files', 'encrypted: file'],
  ['locked.pdf', 'pdf', 'encrypted: file'],
  ['locked.zip', 'zip', 'container: 3 files', 'encrypted: file'],
  ['long.wav', 'wav'],
  ['low.mp3', 'mp3'],
  ['mail.eml', 'eml'],
  ['mail.mbox', 'mbox', container],
  ['mimetype-last.epub', 'epub'],
  ['mimetype-last.odt', 'odf'],
  ['noise.bin', null],
  ['other-folder.docx', 'docx'],
  ['other-table.docx', 'docx'],
  ['other-table.pptx', 'pptx'],
  ['other-table.xlsx', 'xlsx'],
  ['package.deb', null],
  ['page.eps', 'postscript'],
  ['page.pdf', 'pdf'],
  ['page.ps', 'postscript'],
  ['pax.tar', 'tar', 'container: 3 files'],
  ['picture.bmp', 'bmp'],
  ['picture.gif', 'gif'],
  ['picture.heic', 'heic'],
  ['picture.ico', 'ico'],
  ['picture.jp2', 'jp2'],
  ['picture.jpg', 'jpeg'],
  ['picture.pcx', null],
  ['picture.png', 'png'],
  ['picture.psd', 'psd'],
  ['picture.tif', 'tiff'],
  ['picture.webp', 'webp'],
  ['pieces.7z.001', '7z', container, 'segments: 3 files'],
  ['pieces.7z.002', null],
  ['pieces.7z.003', null],
  ['piped.zip', 'zip', 'container: 3 files'],
  ['polish.zip', 'zip', 'container-entries: doubtful-encoding', 'container: 1 files'],
  ['prefixed.zip', 'zip', 'container: 1 files'],
  ['program.jar', 'jar', 'container: 2 files'],
  ['restricted.pdf', 'pdf'],
  ['russian.zip', 'zip', 'container: 1 files'],
  ['seven.zip', 'zip', 'container: 3 files'],
  ['share.7z', '7z', 'container: 3 files'],
  ['share.arj', 'arj', container],
  ['share.cab', 'cab', container],
  ['share.cpio', null],
  ['share.lzh', 'lzh', container],
  ['share.squashfs', null],
  ['share.tgz', 'gz', container],
  ['share.wim', 'wim', container],
  ['share.zip', 'zip', 'container: 3 files'],
  ['skippable.zst', 'zst', container],
  ['slides.odp', 'odf'],
  ['slides.ppt', 'ppt'],
  ['slides.pptx', 'pptx'],
  ['smime.eml', 'eml', 'encrypted: file'],
  ['sorted-table.docx', 'docx'],
  ['sorted-table.pptx', 'pptx'],
  ['sorted-table.xlsx', 'xlsx'],
  ['split.z01', 'zip-segment', container],
  ['split.z02', null],
  ['split.zip', 'zip', 'container: 1 files', 'segments: 3 files'],
  ['stored.zip', 'zip', 'container: 3 files'],
  ['stream.mpg', 'mpeg'],
  ['streamed.zip', 'zip', 'container: 3 files'],
  ['table.csv', 'text'],
  ['table.ods', 'odf'],
  ['table.xls', 'xls'],
  ['table.xlsx', 'xlsx'],
  ['tone.aiff', 'aiff'],
  ['tone.flac', 'flac'],
  ['tone.m4a', 'mp4'],
  ['tone.mka', 'matroska'],
  ['tone.mp2', 'mp3'],
  ['tone.mp3', 'mp3'],
  ['tone.ogg', 'ogg'],
  ['tone.opus', 'ogg'],
  ['tone.wav', 'wav'],
  ['tone.wma', 'asf'],
  ['umlauts.zip', 'zip', 'container: 2 files'],
  ['unmarked-utf16.txt', 'text'],
  ['unmarked-utf8.zip', 'zip', 'container: 2 files'],
  ['ustar.tar', 'tar', 'container: 3 files'],
  ['utf16.txt', 'text'],
  ['v7tar.tar', 'tar', 'container: 3 files'],
  ['with-manifest.docx', 'docx'],
];

const asSpecified: readonly (readonly [Buffer, ...Row])[] = [
  [rar4Bytes(), 'old.rar', 'rar4', container],
  [rar5Bytes(), 'new.rar', 'rar5', container],
  [rar5Bytes({ isEncrypted: true }), 'hidden.rar', 'rar5', container, 'encrypted: file'],
  [ewf2Bytes(false), 'disk.Ex01', 'ex01', container],
  [pstFile(), 'mail.pst', 'pst', container],
  [Buffer.from('ASTM-E57'.padEnd(1024, '\x01')), 'scan.e57', 'e57'],
];

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));
const filled =
  (byte: number) =>
  (bytes: Buffer): Buffer =>
    Buffer.alloc(bytes.length, byte);
const same = (bytes: Buffer): Buffer => bytes;
const endMissing = 'damaged: end-missing';
const cutShort = 'damaged: cut-short';
const mismatch = 'type-mismatch';

const changed: readonly (readonly [of: string, change: (bytes: Buffer) => Buffer, ...Row])[] = [
  // Nothing in them
  ['letter.docx', filled(0), 'zeros.docx', 'unknown', 'only-zeros'],
  ['letter.pdf', filled(0), 'zeros.pdf', 'unknown', 'only-zeros'],
  ['share.zip', filled(0), 'zeros.zip', 'unknown', 'only-zeros'],
  ['image.E02', filled(0), 'zeros.E01', 'unknown', 'only-zeros'],
  ['chat.sqlite', filled(0), 'zeros.pst', 'unknown', 'only-zeros'],
  ['disk.raw', filled(0), 'zeros.dd', 'unknown', 'only-zeros'],
  ['table.xlsx', filled(0xff), 'ones.xlsx', 'unknown', 'one-byte'],
  ['picture.jpg', filled(0xf6), 'filled.jpg', 'unknown', 'one-byte'],
  // Nothing of what they promise
  ['noise.bin', same, 'noise.docx', 'unknown', 'unknown-content'],
  ['noise.bin', same, 'noise.pdf', 'unknown', 'unknown-content'],
  ['noise.bin', same, 'noise.zip', 'unknown', 'unknown-content'],
  ['noise.bin', same, 'noise.E01', 'unknown', 'unknown-content'],
  ['noise.bin', same, 'noise.pst', 'unknown', 'unknown-content'],
  ['noise.bin', same, 'noise.jpg', 'unknown', 'unknown-content'],
  ['noise.bin', same, 'noise.mp4', 'unknown', 'unknown-content'],
  ['noise.bin', same, 'noise.txt', 'unknown', 'unknown-content'],
  ['noise.bin', same, 'noise.dat', null],
  ['noise.bin', same, 'noise', null],
  // Cut
  ['letter.docx', half, 'cut.docx', 'docx', endMissing],
  ['share.zip', half, 'cut.zip', 'zip', endMissing, container],
  ['share.7z', half, 'cut.7z', '7z', cutShort, container],
  ['ustar.tar', half, 'cut.tar', 'tar', cutShort, container],
  ['letter.pdf', half, 'cut.pdf', 'pdf', endMissing],
  ['letter.doc', half, 'cut.doc', 'ole', cutShort],
  ['letter.txt.xz', half, 'cut.xz', 'xz', endMissing, container],
  // Half of it is padding.
  ['disc.iso', (bytes) => half(half(half(bytes))), 'cut.iso', 'iso', cutShort, container],
  ['image.E01', half, 'cut.E01', 'e01', cutShort, container],
  ['share.cab', half, 'cut.cab', 'cab', cutShort, container],
  // Under other names
  ['letter.docx', same, 'report.pdf', 'docx', mismatch],
  ['picture.png', same, 'photo.jpg', 'png', mismatch],
  ['share.7z', same, 'share-of-7z.zip', '7z', 'container: 3 files', mismatch],
  ['locked.zip', same, 'locked.pdf.jpg', 'zip', 'container: 3 files', 'encrypted: file', mismatch],
  ['page.ps', same, 'page.pdf.png', 'postscript', mismatch],
  ['mail.eml', same, 'mail.txt', 'eml'],
  ['letter.html', same, 'table.old.xls', 'html'],
  ['image.E02', same, 'alone.E02', 'e01', container, 'segment-missing'],
  ['noise.bin', same, 'cloud.e57', null],
];

export const expectedFiles: readonly ExpectedFile[] = [
  ...asMade.map(([name, type, ...findings]) => ({ name, type, findings: findings.sort() })),
  ...asSpecified.map(([bytes, name, type, ...findings]) => ({
    name,
    bytes,
    type,
    findings: findings.sort(),
  })),
  ...changed.map(([of, change, name, type, ...findings]) => ({
    name,
    of,
    change,
    type,
    findings: findings.sort(),
  })),
];
