/** Why no password can be tried on a file on this computer. */
export type CannotTry =
  /** Lading can't read its encryption or compression. */
  | 'unsupported'
  /** It asks for more work or memory than files of usual programs. */
  | 'too-slow'
  /** What a password could be compared with is missing or broken. */
  | 'damaged'
  /** Some wrong passwords would fit so few bytes. */
  | 'too-short';

/** What is needed to tell whether a password opens a file, read from it once. */
export type PasswordCheck =
  | {
      readonly kind: 'check';
      /** A checksum has 32 bits, so some other passwords match it too. Absent where a fit is certain. */
      readonly proof?: 'checksum';
      /** The file's own checksum, verification value or structure decides. */
      fits(password: string): boolean;
      /** The same for other files in the archive, which may have other passwords. A few of them. */
      readonly others?: readonly ((password: string) => boolean)[];
    }
  | { readonly kind: 'cannot-try'; readonly reason: CannotTry };

export function cannotTry(reason: CannotTry): PasswordCheck {
  return { kind: 'cannot-try', reason };
}

/** Excel encrypts with it what everybody may open, such as a protected workbook. */
export const excelDefaultPassword = 'VelvetSweatshop';
/** Files that are encrypted, but open for everybody, open with one of these. */
export const openForAll: readonly string[] = ['', excelDefaultPassword];
