/** Whether two names are one, whoever typed them: exactly, but for how letters are encoded and spaces are doubled. */
export function isSameName(one: string, other: string): boolean {
  return normalName(one) === normalName(other);
}

export function normalName(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim();
}
