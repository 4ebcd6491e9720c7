export const receiptFormat = 'lading-receipt';
/** 6 has what pre-flight found about each item. */
export const receiptFormatVersion = 6;
/** 5 has packs, rules that select files, and several rules for custodians. 4 has one rule for custodians. */
export const signedFormatVersions = [4, 5, receiptFormatVersion] as const;
/** Without a signature. 1 and 2 were previews'. */
export const unsignedFormatVersion = 3;
