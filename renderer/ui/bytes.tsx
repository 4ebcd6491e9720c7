import { formatBytes, formatExactBytes } from '../../preload/contract/texts/format-bytes.ts';

/** A rounded size; the tooltip shows the exact number of bytes. */
export function Bytes({ value }: { readonly value: number }) {
  return (
    <data value={value} title={formatExactBytes(value)}>
      {formatBytes(value)}
    </data>
  );
}
