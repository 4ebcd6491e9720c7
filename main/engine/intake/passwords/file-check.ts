import type { ContentType } from '../../../../preload/contract/views/content-type.ts';
import { type BudgetedFile, withinBudget } from '../containers/content-budget.ts';
import type { RandomAccess } from '../containers/random-access.ts';
import { officeCheck } from './office-check.ts';
import { cannotTry, type PasswordCheck } from './password-check.ts';
import { pdfCheck } from './pdf-check.ts';
import { pstCheck } from './pst-check.ts';
import { rarCheck } from './rar-check.ts';
import { sevenZipCheck } from './seven-zip-check.ts';
import { type TrialLimits, usualTrial } from './trial-limits.ts';
import { zipCheck } from './zip-check.ts';

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
