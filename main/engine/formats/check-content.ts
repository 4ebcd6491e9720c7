import type { ContentType } from '../../../preload/contract/views/content-type.ts';
import { checkCabinet, checkGzip, checkXz } from './check-compressed.ts';
import { type BudgetedFile, type ContentLimits, inspectionLimits, withinBudget } from './content-budget.ts';
import { type ContentCheck, intact } from './content-check.ts';
import { checkAd1, checkDiskImage, checkIso, checkVhd, checkVhdx } from './disk/check-disk.ts';
import { checkEwf, checkEwf2 } from './disk/check-ewf.ts';
import { checkMessage } from './mail/check-message.ts';
import { checkPst } from './mail/check-pst.ts';
import {
  checkEncryptedPackage,
  checkExcel,
  checkOle,
  checkPowerPoint,
  checkWord,
} from './office/check-office.ts';
import { checkPdf } from './pdf/check-pdf.ts';
import type { RandomAccess } from './random-access.ts';
import { checkRar4, checkRar5 } from './rar/check-rar.ts';
import { checkSevenZip } from './seven-zip/check-seven-zip.ts';
import { checkTar } from './tar/check-tar.ts';
import { checkOpenDocument, checkZip, checkZipDocument } from './zip/check-zip.ts';

export type { ContainerFolder, ContainerListing, ContentCheck } from './content-check.ts';

type Check = (file: BudgetedFile) => ContentCheck;

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
  '7z': checkSevenZip,
  rar4: checkRar4,
  rar5: checkRar5,
  tar: checkTar,
  gz: checkGzip,
  xz: checkXz,
  cab: checkCabinet,
  pst: checkPst,
  ost: checkPst,
  eml: checkMessage,
  e01: checkEwf,
  l01: checkEwf,
  ex01: checkEwf2,
  lx01: checkEwf2,
  ad1: checkAd1,
  iso: checkIso,
  'disk-image': checkDiskImage,
  vhd: checkVhd,
  vhdx: checkVhdx,
  pdf: checkPdf,
  'office-encrypted': checkEncryptedPackage,
  doc: checkWord,
  xls: checkExcel,
  ppt: checkPowerPoint,
  msg: checkOle,
  vsd: checkOle,
  ole: checkOle,
};

/**
 * Whether a file of this type is locked or damaged, and what is in it. Reads only what the format's own tables need, a
 * bounded number of bytes, and expands nothing. Takes any bytes. Throws OverBudget, and what the file system throws.
 */
export function checkContent(
  type: ContentType,
  file: RandomAccess,
  limits: ContentLimits = inspectionLimits,
): ContentCheck {
  return checks[type]?.(withinBudget(file, limits)) ?? intact;
}
