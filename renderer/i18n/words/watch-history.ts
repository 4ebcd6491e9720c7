/** What became of one file of a watched folder, in sentences that can be read out in court. */
export const watchHistory = {
  title: 'History of this file',
  facts: {
    status: 'Status',
    why: 'Why',
    note: 'Note',
    custodian: 'Custodian',
    modified: 'Modified',
    firstSeen: 'First seen',
    settled: 'Complete',
    taken: 'Taken',
    gone: 'Left the folder',
    sha256: 'SHA-256',
  },
  seen: (path: string) => `${path} was seen.`,
  settled: (path: string) => `${path} is complete and waits for its upload.`,
  taken: (path: string) => `${path} is being uploaded.`,
  sent: (path: string) => `${path} was uploaded.`,
  sentVersion: (path: string, version: number) =>
    `${path} had changed and was uploaded as version ${version}.`,
  sentCopy: (path: string, earlier: string) =>
    `${path} was uploaded as a copy: it has the same content as ${earlier}.`,
  failed: (path: string) => `${path} was not uploaded.`,
  held: (path: string) => `${path} waits for a decision.`,
  renamed: (path: string, earlier: string | null) =>
    earlier === null
      ? `${path} was recorded as renamed and not uploaded again.`
      : `${earlier} was renamed to ${path}. It was not uploaded again.`,
  unchanged: (path: string) => `${path} was seen again with the same content. It was not uploaded again.`,
  skipped: (path: string) => `${path} was skipped.`,
  gone: (path: string) => `${path} was gone before it was taken.`,
  failedAndGone: (path: string) => `${path} was not uploaded, and is no longer in the folder as it was.`,
  movedTo: (path: string) => `It was then moved to ${path}.`,
} as const;
