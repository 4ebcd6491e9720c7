import { extname } from 'node:path';

/**
 * Archives, mail stores, disk images and the segments of each. The platform expands them with passwords and custodians of
 * their own, which belong to a source file (platform-interface 2.12), and segments are found by their names.
 */
const extensions = new Set(
  (
    'zip zipx 7z rar tar tgz tbz tbz2 txz gz bz2 xz z lz lzma zst cab arj lzh jar war ear iso udf img dd raw dmg vhd vhdx vmdk ' +
    'vdi qcow2 e01 ex01 l01 lx01 s01 ad1 aff aff4 pst ost mbox mbx dbx nsf olm edb wim'
  ).split(' '),
);
/** E02…E99, L02, S02, AD2, R00, Z01, and pieces of archives: other segments are known by the files beside them. */
const segment = /\.(?:[els]x?\d\d|ad\d{1,4}|[rz]\d\d|(?:zip|7z|rar|tar|gz|tgz)\.\d{3,5})$/i;

/** Whether a file is sent as a source file of its own, by its name. Pre-flight knows others. */
export function standsAlone(name: string): boolean {
  return extensions.has(extname(name).slice(1).toLowerCase()) || segment.test(name);
}
