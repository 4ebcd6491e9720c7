import type { ContentType } from '../../../../preload/contract/views/content-type.ts';

export interface Signature {
  readonly type: ContentType;
  readonly offset: number;
  readonly bytes: Buffer;
}

const text = (type: ContentType, value: string, offset = 0): Signature => ({
  type,
  offset,
  bytes: Buffer.from(value, 'latin1'),
});
const hex = (type: ContentType, value: string, offset = 0): Signature => ({
  type,
  offset,
  bytes: Buffer.from(value.replaceAll(' ', ''), 'hex'),
});

/** Formats that a few fixed bytes identify. The first that fits wins: longer ones come before shorter ones. */
export const signatures: readonly Signature[] = [
  hex('7z', '37 7a bc af 27 1c'),
  hex('rar5', '52 61 72 21 1a 07 01 00'),
  hex('rar4', '52 61 72 21 1a 07 00'),
  hex('gz', '1f 8b 08'),
  hex('xz', 'fd 37 7a 58 5a 00'),
  hex('zst', '28 b5 2f fd'),
  hex('lz4', '04 22 4d 18'),
  hex('lz4', '02 21 4c 18'),
  hex('cab', '4d 53 43 46 00 00 00 00'),
  text('installshield-cab', 'ISc('),
  text('wim', 'MSWIM\0\0\0'),

  hex('dbx', 'cf ad 12 fe'),
  hex('nsf', '1a 00 00 04 00 00'),
  hex('tnef', '78 9f 3e 22'),

  hex('e01', '45 56 46 09 0d 0a ff 00'),
  hex('l01', '4c 56 46 09 0d 0a ff 00'),
  hex('ex01', '45 56 46 32 0d 0a 81 00'),
  hex('lx01', '4c 45 46 32 0d 0a 81 00'),
  text('ad1', 'ADSEGMENTEDFILE\0'),
  text('ad1', 'ADCRYPT\0'),
  text('aff', 'AFF10\r\n\0'),
  text('vmdk', 'KDMV'),
  text('vmdk', 'COWD'),
  text('vmdk', '# Disk DescriptorFile'),
  text('vhd', 'conectix'),
  text('vhdx', 'vhdxfile'),
  hex('vdi', '7f 10 da be', 0x40),
  hex('qcow2', '51 46 49 fb'),
  text('dmg', 'encrcdsa'),
  // A copy of a disc with its sectors' own headers.
  hex('iso', '00 ff ff ff ff ff ff ff ff ff ff 00'),

  text('pdf', '%PDF-'),
  hex('postscript', 'c5 d0 d3 c6'),
  text('postscript', '%!PS'),
  text('rtf', '{\\rtf'),
  hex('onenote', 'e4 52 5c 7b 8c d8 a7 4d ae b1 53 78 d0 29 96 d3'),
  hex('onenote', 'a1 2f ff 43 d9 ef 76 4c 9e e2 10 ea 57 22 76 5f'),
  hex('old-office', 'db a5 2d 00'),
  hex('old-office', '9b a5 21 00'),
  hex('old-office', '31 be 00 00 00 ab'),
  hex('old-office', '09 00 04 00'),
  hex('old-office', '09 02 06 00'),
  hex('old-office', '09 04 06 00'),
  text('access', 'Standard Jet DB', 4),
  text('access', 'Standard ACE DB', 4),
  text('sqlite', 'SQLite format 3\0'),
  hex('wordperfect', 'ff 57 50 43'),
  text('dwg', 'AC10'),

  hex('jpeg', 'ff d8 ff'),
  hex('png', '89 50 4e 47 0d 0a 1a 0a'),
  text('gif', 'GIF87a'),
  text('gif', 'GIF89a'),
  hex('tiff', '49 49 2a 00'),
  hex('tiff', '4d 4d 00 2a'),
  hex('tiff', '49 49 2b 00'),
  hex('tiff', '4d 4d 00 2b'),
  text('psd', '8BPS'),
  hex('jp2', '00 00 00 0c 6a 50 20 20 0d 0a 87 0a'),
  hex('jp2', 'ff 4f ff 51'),
  text('emf', ' EMF', 40),
  hex('emf', 'd7 cd c6 9a'),
  hex('emf', '01 00 09 00 00 03'),
  hex('emf', '02 00 09 00 00 03'),
  text('e57', 'ASTM-E57'),
  text('mp3', 'ID3'),
  text('ogg', 'OggS'),
  text('flac', 'fLaC'),
  text('amr', '#!AMR'),
  hex('matroska', '1a 45 df a3'),
  hex('asf', '30 26 b2 75 8e 66 cf 11'),
  hex('mpeg', '00 00 01 ba'),
  hex('mpeg', '00 00 01 b3'),
  hex('flv', '46 4c 56 01'),

  hex('executable', '7f 45 4c 46'),
  hex('executable', 'cf fa ed fe'),
  hex('executable', 'ca fe ba be 00 00 00 02'),
  hex('shortcut', '4c 00 00 00 01 14 02 00'),
  text('event-log', 'ElfFile\0'),
  text('registry', 'regf'),
];

/** The brand of an ISO base media file (ftyp) says which kind it is. */
export const stillImageBrands = /^(heic|heix|heim|heis|hevc|mif1|msf1|avif|avis)/;

/** Second signatures of RIFF and IFF files, at offset 8. */
export const riffForms: Readonly<Record<string, ContentType>> = {
  WAVE: 'wav',
  'AVI ': 'avi',
  WEBP: 'webp',
  AIFF: 'aiff',
  AIFC: 'aiff',
};
