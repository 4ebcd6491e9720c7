import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import './field.css';

/** What a field of React Aria's holds around its control: the label above; below, read out with it, hint and error. */
export function FieldFrame({
  label,
  hint,
  error,
  children,
}: {
  /** Null where the field is named without a label that is seen. */
  readonly label: string | null;
  readonly hint?: string | undefined;
  /** What is wrong and what to do. */
  readonly error: string | null;
  readonly children: ReactNode;
}) {
  return (
    <>
      {label === null ? null : <Label className="field-label">{label}</Label>}
      {children}
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </>
  );
}
