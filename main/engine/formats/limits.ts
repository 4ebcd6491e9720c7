/**
 * What reading one file, or trying passwords on it, may cost, whatever it claims: it comes from strangers. Beyond it, nothing
 * is said about the file's content, and the next one is read. Counts of single formats stand with their readers.
 */

export interface ContentLimits {
  readonly readBytes: number;
  readonly reads: number;
  /** What compressed headers expand to. Contents are never expanded. */
  readonly unpackedBytes: number;
  /** Entries of tables that are kept while the file is read. */
  readonly objects: number;
  /** Time of the thread's processor: a share that is slow to answer takes none. */
  readonly processorMs: number;
}

export interface TrialLimits extends ContentLimits {
  /** How often a password is hashed: of Office's spinCount. */
  readonly officeSpins: number;
  /** The same for RAR 5 and 7z, as powers of two. */
  readonly rar5Power: number;
  readonly sevenZipPower: number;
}

/** Of an archive whose files may have several passwords, so many are tried besides the quickest one. */
export const maxOthers = 7;
/** A larger one takes too long to be tried besides another. */
export const maxOtherBytes = 1_048_576;

/** Twice what an archive of ten million entries takes, the most that are listed. */
export const inspectionLimits: ContentLimits = {
  readBytes: 4 * 2 ** 30,
  reads: 1_000_000,
  unpackedBytes: 32 * 2 ** 20,
  objects: 500_000,
  processorMs: 30_000,
};

/** Office writes 100,000, RAR 2^15 and 7-Zip 2^19: four times that. Contents are read where a password may fit. */
export const usualTrial: TrialLimits = {
  ...inspectionLimits,
  readBytes: 16 * 2 ** 30,
  processorMs: Number.POSITIVE_INFINITY,
  officeSpins: 400_000,
  rar5Power: 17,
  sevenZipPower: 21,
};

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

/**
 * Heap of a thread that reads files. One that needs more ends, and another one continues with the next file. Folders of an
 * archive, 100,000 at most, take the most.
 */
export const threadHeapMb = 256;

/** How long a thread may compute without a call to the file system before it is replaced. */
export const threadSilenceMs = 60_000;

/** Heap of a thread that tries passwords, which are in it too. */
export const trialHeapMb = 512;
