import type { ContentType } from '../../../../preload/contract/content-type.ts';
import { checkGzip } from './check-gzip.ts';
import { checkOpenDocument, checkZip, checkZipDocument } from './check-zip.ts';
import { type ContentCheck, intact } from './content-check.ts';
import type { RandomAccess } from './random-access.ts';

export type { ContainerFolder, ContainerListing, ContentCheck } from './content-check.ts';

type Check = (file: RandomAccess) => ContentCheck;

/** Formats without an entry are not checked. */
const checks: Partial<Readonly<Record<ContentType, Check>>> = {
  zip: checkZip,
  jar: checkZip,
  docx: checkZipDocument,
  xlsx: checkZipDocument,
  pptx: checkZipDocument,
  ooxml: checkZipDocument,
  epub: checkZipDocument,
  odf: checkOpenDocument,
  gz: checkGzip,
};

/**
 * Whether a file of this type is locked or damaged, and what is in it. Reads only what the format's own tables need, a
 * bounded number of bytes, and expands nothing. Takes any bytes. Throws only what the file system throws.
 */
export function checkContent(type: ContentType, file: RandomAccess): ContentCheck {
  return checks[type]?.(file) ?? intact;
}
