import { valueText } from '../../preload/contract/platform/value-text.ts';

/** A value of the platform in words, and as the platform spells it on hover. */
export function PlatformValue({ value }: { readonly value: string }) {
  return <span title={value}>{valueText(value)}</span>;
}
