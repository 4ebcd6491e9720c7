import { expect, test } from 'vitest';
import { parseImagingLog } from './imaging-log.ts';

const md5 = 'd41d8cd98f00b204e9800998ecf8427e';
const sha1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

/** As FTK Imager 4 writes it. */
const ftk = `Created By AccessData® FTK® Imager 4.2.0.13

Case Information:
Acquired using: ADI4.2.0.13
Case Number: 17

--------------------------------------------------------------

Information for E:\\images\\disk:

Physical Evidentiary Item (Source) Information:
[Device Info]
 Source Type: Physical
[Computed Hashes]
 MD5 checksum:    ${md5}
 SHA1 checksum:   ${sha1}

Image Information:
 Acquisition started:   Tue Oct 02 10:11:12 2026
 Acquisition finished:  Tue Oct 02 11:11:12 2026
 Segment list:
  E:\\images\\disk.E01
  E:\\images\\disk.E02

Image Verification Results:
 Verification started:  Tue Oct 02 11:11:12 2026
 MD5 checksum:    ${md5.replace('d', 'e')} : mismatch
`;

test.each<[string, string, string, ReturnType<typeof parseImagingLog>]>([
  ["FTK Imager's", 'disk.E01.txt', ftk, { md5, sha1, segments: ['disk.E01', 'disk.E02'] }],
  ["FTK Imager's under another name", 'log.txt', ftk, { md5, sha1, segments: ['disk.E01', 'disk.E02'] }],
  [
    "ewfacquire's",
    'disk.E01.log',
    `Written: 1.0 GiB\nMD5 hash calculated over data:\t\t${md5}\nSHA1 hash calculated over data:\t\t${sha1}\n`,
    { md5, sha1, segments: [] },
  ],
  ['a letter', 'letter.txt', `The MD5 checksum: ${md5}`, null],
  ['a letter about a hash', 'letter.txt', `MD5 checksum: ${md5}`, null],
  ['a log without hashes', 'disk.E01.txt', 'Segment list:\n disk.E01\n', null],
])('a log of an image: %s', (_, name, text, expected) => {
  expect(parseImagingLog(name, text.split('\n'))).toEqual(expected);
});
