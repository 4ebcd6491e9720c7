/** The reader of each format, in one table: a format that is new to Lading is one more row. */
import type { ContentType } from '../../../preload/contract/views/content-type.ts';
import type { ContentLimit } from '../../../preload/contract/views/finding.ts';
import { type BudgetedFile, OverBudget, withinBudget } from './budgeted-file.ts';
import { checkCabinet, checkGzip, checkXz } from './check-compressed.ts';
import { type ContentCheck, intact } from './content-check.ts';
import { checkAd1, checkDiskImage, checkIso, checkVhd, checkVhdx } from './disk/check-disk.ts';
import { checkEwf, checkEwf2 } from './disk/check-ewf.ts';
import { type ContentLimits, inspectionLimits, type TrialLimits, usualTrial } from './limits.ts';
import { checkMessage } from './mail/check-message.ts';
import { checkPst } from './mail/check-pst.ts';
import { pstPasswordCheck } from './mail/pst-password.ts';
import {
  checkEncryptedPackage,
  checkExcel,
  checkOle,
  checkPowerPoint,
  checkWord,
} from './office/check-office.ts';
import { officePasswordCheck } from './office/office-password.ts';
import { cannotTry, type PasswordCheck } from './password-check.ts';
import { checkPdf } from './pdf/check-pdf.ts';
import { pdfPasswordCheck } from './pdf/pdf-password.ts';
import type { RandomAccess } from './random-access.ts';
import { checkRar4, checkRar5 } from './rar/check-rar.ts';
import { rar4PasswordCheck, rar5PasswordCheck } from './rar/rar-password.ts';
import { checkSevenZip } from './seven-zip/check-seven-zip.ts';
import { sevenZipPasswordCheck } from './seven-zip/seven-zip-password.ts';
import { checkTar } from './tar/check-tar.ts';
import { checkOpenDocument, checkZip, checkZipDocument } from './zip/check-zip.ts';
import { zipPasswordCheck } from './zip/zip-password.ts';

interface FormatReader {
  readonly check: (file: BudgetedFile) => ContentCheck;
  /** Absent where no password can be tried. */
  readonly passwords?: (file: BudgetedFile, limits: TrialLimits) => PasswordCheck;
}

/** Formats without a row are not checked. */
const readers: Partial<Readonly<Record<ContentType, FormatReader>>> = {
  zip: { check: checkZip, passwords: zipPasswordCheck },
  jar: { check: checkZip, passwords: zipPasswordCheck },
  docx: { check: checkZipDocument },
  xlsx: { check: checkZipDocument },
  pptx: { check: checkZipDocument },
  ooxml: { check: checkZipDocument },
  epub: { check: checkZipDocument },
  odf: { check: checkOpenDocument },
  '7z': { check: checkSevenZip, passwords: sevenZipPasswordCheck },
  rar4: { check: checkRar4, passwords: rar4PasswordCheck },
  rar5: { check: checkRar5, passwords: rar5PasswordCheck },
  tar: { check: checkTar },
  gz: { check: checkGzip },
  xz: { check: checkXz },
  cab: { check: checkCabinet },
  pst: { check: checkPst, passwords: pstPasswordCheck },
  ost: { check: checkPst, passwords: pstPasswordCheck },
  eml: { check: checkMessage },
  e01: { check: checkEwf },
  l01: { check: checkEwf },
  ex01: { check: checkEwf2 },
  lx01: { check: checkEwf2 },
  ad1: { check: checkAd1 },
  iso: { check: checkIso },
  'disk-image': { check: checkDiskImage },
  vhd: { check: checkVhd },
  vhdx: { check: checkVhdx },
  pdf: { check: checkPdf, passwords: pdfPasswordCheck },
  'office-encrypted': { check: checkEncryptedPackage, passwords: officePasswordCheck },
  doc: { check: checkWord, passwords: officePasswordCheck },
  xls: { check: checkExcel, passwords: officePasswordCheck },
  ppt: { check: checkPowerPoint, passwords: officePasswordCheck },
  msg: { check: checkOle },
  vsd: { check: checkOle },
  ole: { check: checkOle },
};

/** Where the check costs more than the limits, nothing is said about locks, damage, or what is inside. */
export type CheckedContent = ContentCheck & { readonly exceeded: ContentLimit | null };

/**
 * Whether a file of this type is locked or damaged, and what is in it. Reads only what the format's own tables need, a
 * bounded number of bytes, and expands nothing. Takes any bytes. Throws what the file system throws.
 */
export function checkContent(
  type: ContentType,
  file: RandomAccess,
  limits: ContentLimits = inspectionLimits,
): CheckedContent {
  try {
    const check = readers[type]?.check(withinBudget(file, limits)) ?? intact;
    return { ...check, exceeded: null };
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    return { ...intact, exceeded: error.limit };
  }
}

/**
 * How passwords are tried on a locked file of this type. Bounded in time and memory whatever the file claims. Throws
 * OverBudget, and what the file system throws, here and in `fits`.
 */
export function passwordCheckOf(
  type: ContentType,
  file: RandomAccess,
  limits: TrialLimits = usualTrial,
): PasswordCheck {
  return readers[type]?.passwords?.(withinBudget(file, limits), limits) ?? cannotTry('unsupported');
}
