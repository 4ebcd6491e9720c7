import type { ContentType } from '../../../preload/contract/views/content-type.ts';
import { type BudgetedFile, withinBudget } from './content-budget.ts';
import { pstCheck } from './mail/pst-password-check.ts';
import { officeCheck } from './office/office-password.ts';
import { cannotTry, type PasswordCheck } from './password-check.ts';
import { pdfCheck } from './pdf/pdf-password.ts';
import type { RandomAccess } from './random-access.ts';
import { rarCheck } from './rar/rar-password.ts';
import { sevenZipCheck } from './seven-zip/seven-zip-password.ts';
import { type TrialLimits, usualTrial } from './trial-limits.ts';
import { zipCheck } from './zip/zip-password.ts';

const checks: Partial<
  Readonly<Record<ContentType, (file: BudgetedFile, limits: TrialLimits) => PasswordCheck>>
> = {
  zip: zipCheck,
  jar: zipCheck,
  '7z': sevenZipCheck,
  rar4: rarCheck,
  rar5: rarCheck,
  pst: pstCheck,
  ost: pstCheck,
  pdf: pdfCheck,
  'office-encrypted': officeCheck,
  doc: officeCheck,
  xls: officeCheck,
  ppt: officeCheck,
};

/**
 * How passwords are tried on a locked file of this type. Bounded in time and memory whatever the file claims. Throws
 * OverBudget, and what the file system throws, here and in `fits`.
 */
export function passwordCheckOf(
  type: ContentType,
  file: RandomAccess,
  limits: TrialLimits = usualTrial,
): PasswordCheck {
  return checks[type]?.(withinBudget(file, limits), limits) ?? cannotTry('unsupported');
}
