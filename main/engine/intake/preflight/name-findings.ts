import { joinPath } from '../../types/source-path.ts';
import type { InspectionFound } from './inspection-codes.ts';

/** Win32: MAX_PATH is 260 with the final NUL, and a drive like `C:\` takes three of the rest. */
const maxWindowsPath = 256;
/** NTFS, APFS, and most others. */
const maxName = 255;

/** Windows reserves them with any extension, in any case; the superscript digits count as digits. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i;
const notAllowed = /[<>:"|?*\\]/;
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Embeddings, overrides, and isolates. The marks of Hebrew and Arabic names turn nothing around. */
const bidi = /[\u202A-\u202E\u2066-\u2069]/;
/** Nearly every name: nothing else needs to be tried. */
const plain = /^[a-z0-9_()-][a-z0-9 _()\-,&'+=@#!~.[\]]*$/i;
const suspicious = /[. ]$|^(con|prn|aux|nul|com|lpt)/i;

/**
 * What is unusual about a name: of a file, or of a folder without what contains it. Names are sent as they are, but
 * an export, or Windows, may have to change them.
 */
export function nameFindings(name: string, isUnicode: boolean): readonly InspectionFound[] {
  if (isUnicode && plain.test(name) && !suspicious.test(name) && name.length <= maxName) return [];
  const found: InspectionFound[] = [];
  const device = reserved.exec(name)?.[1];
  if (device !== undefined) found.push({ code: 'name-reserved', details: { name: device.toUpperCase() } });
  const problem = !isUnicode
    ? 'not-unicode'
    : notAllowed.test(name)
      ? 'character'
      : name.endsWith('.')
        ? 'trailing-dot'
        : name.endsWith(' ')
          ? 'trailing-space'
          : null;
  if (problem !== null) found.push({ code: 'name-invalid', details: { problem } });
  if (bidi.test(name)) found.push({ code: 'name-misleading', details: { problem: 'bidi' } });
  else if (control.test(name)) found.push({ code: 'name-misleading', details: { problem: 'control' } });
  if (name.length > maxName)
    found.push({
      code: 'path-too-long',
      details: { characters: name.length, max: maxName, part: 'name' },
    });
  return found;
}

/** The path below the root, as it is sent: an export to Windows makes it longer. */
export function pathFindings(folder: string, name: string): readonly InspectionFound[] {
  if (folder.length + name.length < maxWindowsPath) return [];
  const characters = joinPath(folder, name).length;
  return characters > maxWindowsPath && name.length <= maxName
    ? [{ code: 'path-too-long', details: { characters, max: maxWindowsPath, part: 'path' } }]
    : [];
}
