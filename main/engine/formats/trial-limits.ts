/** What trying passwords on one file may cost. */
import { type ContentLimits, inspectionLimits } from './content-budget.ts';

export interface TrialLimits extends ContentLimits {
  /** How often a password is hashed: of Office's spinCount. */
  readonly officeSpins: number;
  /** Of RAR 5 and 7z, as powers of two. */
  readonly rar5Power: number;
  readonly sevenZipPower: number;
}

/** Office writes 100,000, RAR 2^15 and 7-Zip 2^19: four times that. Contents are read where a password may fit. */
export const usualTrial: TrialLimits = {
  ...inspectionLimits,
  readBytes: 16 * 2 ** 30,
  processorMs: Number.POSITIVE_INFINITY,
  officeSpins: 400_000,
  rar5Power: 17,
  sevenZipPower: 21,
};

/** Of a thread's JavaScript objects, the passwords among them. */
export const trialHeapMb = 512;

/** On request: all that the formats allow, and that their own programs open. A password takes up to 15 seconds. */
export const patientTrial: TrialLimits = {
  ...usualTrial,
  readBytes: Number.POSITIVE_INFINITY,
  reads: Number.POSITIVE_INFINITY,
  officeSpins: 10_000_000,
  rar5Power: 24,
  sevenZipPower: 24,
};

/** In pre-flight, where the password of documents that are open for everybody is tried. */
export const inspectionTrial: TrialLimits = { ...usualTrial, ...inspectionLimits, officeSpins: 100_000 };
