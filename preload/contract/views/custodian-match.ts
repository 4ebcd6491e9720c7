/** The custodians of a draft against the people of a legal hold directory's CSV. */
import { z } from 'zod';

const count = z.int().nonnegative();

/** Why a person is a candidate for a custodian. Nicknames are never guessed. */
export const matchReasons = [
  'same-name', // equal but for case and the form of Unicode
  'same-email',
  'same-account', // the user principal name
  'employee-id',
  'email-name', // what is before the @
  'punctuation',
  'comma-order', // "Last, First"
  'name-order', // "Last First", without a comma
  'diacritics',
  'spacing',
  'middle-name', // one of the two names has more middle names
  'suffix', // one of the two names has "Jr." or the like
  'initial',
  'account-style', // "jsmith", "smithj"
  'typo', // one letter more, less, other, or swapped with its neighbor
  'other-words', // the name, and other words beside it
  'one-name', // only a first or a last name
] as const;
export type MatchReason = (typeof matchReasons)[number];

export const directoryPerson = z.object({
  /** The line of the file, from 1. */
  line: count,
  /** By rule 4 of the sync (platform-interface 4.1); '' for none. */
  name: z.string(),
  email: z.string(),
  userPrincipalName: z.string(),
  employeeId: z.string(),
  department: z.string(),
});
export type DirectoryPerson = z.infer<typeof directoryPerson>;

export const matchCandidate = z.object({
  person: directoryPerson,
  /**
   * What the custodian is called if the match is accepted: the name, else the email, else the user principal name. Two
   * people of one name each have the email behind it.
   */
  name: z.string(),
  /** Another person of the directory has the same name. */
  hasNamesake: z.boolean(),
  /** From 0 to 1; 1 only where the name, the email, or the account is the same. */
  score: z.number().min(0).max(1),
  reasons: z.array(z.enum(matchReasons)),
});
export type MatchCandidate = z.infer<typeof matchCandidate>;

/** `matched`: certain. `review`: a person decides between candidates. `unmatched`: the directory has nobody like it. */
export const matchStatuses = ['matched', 'review', 'unmatched'] as const;
export type MatchStatus = (typeof matchStatuses)[number];

export const custodianMatch = z.object({
  custodian: z.string(),
  status: z.enum(matchStatuses),
  /** The best ones, best first. */
  candidates: z.array(matchCandidate),
  /** Candidates beyond those. */
  more: count,
});
export type CustodianMatch = z.infer<typeof custodianMatch>;

/** A custodian that is in the upload now. */
export const matchRow = z.object({
  custodian: z.string(),
  items: count,
  bytes: count,
  /** The first ones. */
  folders: z.array(z.string()),
  moreFolders: count,
  /** `new`: not compared yet, because it came with a rule or a name that changed since. */
  status: z.enum([...matchStatuses, 'new']),
  /** Nothing is left to decide: it is called as in the directory, or a person keeps it as it is. */
  isDecided: z.boolean(),
  isKept: z.boolean(),
  best: matchCandidate.nullable(),
  /** How many candidates there are. */
  candidates: count,
});
export type MatchRow = z.infer<typeof matchRow>;

export const directoryMatches = z.object({
  /** It is null until a directory was chosen. */
  directory: z
    .object({ name: z.string(), path: z.string(), sha256: z.string(), people: count, matchedAt: z.string() })
    .nullable(),
  /** What is left to decide first, then by name. Those with the most bytes, if there are more than a person can look through. */
  rows: z.array(matchRow),
  /** Custodians beyond those. */
  more: count,
});
export type DirectoryMatches = z.infer<typeof directoryMatches>;

/** From this score on, a match is certain, if no other person is near. */
export const certainScore = 0.95;
/** How much lower the second-best score must be. */
export const clearMargin = 0.1;
