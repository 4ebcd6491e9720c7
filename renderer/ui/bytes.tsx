import { bytes, exactBytes } from '../i18n/format.ts';

/** A rounded size; the tooltip shows the exact number of bytes. */
export function Bytes({ value }: { readonly value: number }) {
  return (
    <data value={value} title={exactBytes(value)}>
      {bytes(value)}
    </data>
  );
}
