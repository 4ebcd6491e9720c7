/** PST: the file stores the CRC-32 of its password ([MS-PST] 4.3). */
import { pstCrc, pstPasswordChecksum } from '../containers/check-pst.ts';
import type { RandomAccess } from '../containers/random-access.ts';
import { cannotTry, type PasswordCheck } from './password-check.ts';
import { byteForms } from './password-forms.ts';

export function pstCheck(file: RandomAccess): PasswordCheck {
  const checksum = pstPasswordChecksum(file);
  if (checksum === null || checksum === 0) return cannotTry('damaged');
  return {
    kind: 'check',
    proof: 'checksum',
    fits: (password) => byteForms(password).some((form) => pstCrc(form) === checksum),
  };
}
