/** Whether two names are the same, except for how letters are encoded and how many spaces are between words. */
export function isSameName(one: string, other: string): boolean {
  return normalName(one) === normalName(other);
}

export function normalName(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim();
}
