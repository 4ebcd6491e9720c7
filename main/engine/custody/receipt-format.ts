export const receiptFormat = 'lading-receipt';
/** 7 has SHA-256, the log before the lists, and a time stamp over the whole signature. Its log covers all of it. */
export const receiptFormatVersion = 7;
/**
 * 6 has what pre-flight found about each item. 5 has packs, rules that select files, and several rules for custodians. 4 has
 * one rule for custodians.
 */
export const signedFormatVersions = [4, 5, 6, receiptFormatVersion] as const;
/** Without a signature. 1 and 2 were previews'. */
export const unsignedFormatVersion = 3;
