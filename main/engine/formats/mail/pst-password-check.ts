/** PST: the file stores the CRC-32 of its password ([MS-PST] 4.3). */

import { cannotTry, type PasswordCheck } from '../password-check.ts';
import { byteForms } from '../password-forms.ts';
import type { RandomAccess } from '../random-access.ts';
import { pstCrc, pstPasswordChecksum } from './check-pst.ts';

export function pstPasswordCheck(file: RandomAccess): PasswordCheck {
  const checksum = pstPasswordChecksum(file);
  if (checksum === null || checksum === 0) return cannotTry('damaged');
  return {
    kind: 'check',
    proof: 'checksum',
    fits: (password) => byteForms(password).some((form) => pstCrc(form) === checksum),
  };
}
