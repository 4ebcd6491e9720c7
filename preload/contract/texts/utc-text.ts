/**
 * "2026-11-14 20:20 UTC" of "2026-11-14T20:20:08.412Z". For sentences that the window, the command line and receipts
 * share: a receipt is read in other time zones. What isn't such a time stays as it is.
 */
export function utcText(iso: string): string {
  return iso.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[:.\d]*Z$/, '$1 $2 UTC');
}
