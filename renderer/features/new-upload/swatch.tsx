/** A small mark that tells custodians apart at a glance; the name beside it says who it is. */
export function Swatch({ custodian }: { readonly custodian: string | null }) {
  return (
    <span className={`swatch swatch-${custodian === null ? 'none' : hueOf(custodian)}`} aria-hidden="true" />
  );
}

const hues = 8;

/** The same name has the same mark, everywhere and always. */
function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % hues;
}
