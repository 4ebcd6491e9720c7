export const receiptFormat = 'lading-receipt';
/** Lower ones were previews'. */
export const receiptFormatVersion = 7;
