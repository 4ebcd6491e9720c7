export const receiptFormat = 'lading-receipt';
/** 5 has packs, rules that select files, and several rules for custodians. */
export const receiptFormatVersion = 5;
/** 4 has one rule for custodians. */
export const signedFormatVersions = [4, receiptFormatVersion] as const;
/** Without a signature. 1 and 2 were previews'. */
export const unsignedFormatVersion = 3;
