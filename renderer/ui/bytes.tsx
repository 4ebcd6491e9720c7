import { bytes, exactBytes } from '../i18n/format.ts';

/** A size in three figures, and to the byte on hover. */
export function Bytes({ value }: { readonly value: number }) {
  return (
    <data value={value} title={exactBytes(value)}>
      {bytes(value)}
    </data>
  );
}
