import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import './field.css';

/** The label above a React Aria field's control, and the hint and error below it, which are announced with it. */
export function FieldFrame({
  label,
  hint,
  error,
  children,
}: {
  /** Null if the field has no visible label. */
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
