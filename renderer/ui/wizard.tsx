import { type ReactNode, useEffect, useRef } from 'react';
import './wizard.css';

/** Takes the focus when its step opens, so that a screen reader reads it and Tab continues from it. */
export function StepHeading({
  heading,
  description,
}: {
  readonly heading: string;
  readonly description: string;
}) {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div className="wizard-heading">
      <h2 ref={element} tabIndex={-1}>
        {heading}
      </h2>
      <p className="muted">{description}</p>
    </div>
  );
}

/** The buttons below a step, and beside them what must be fixed, or else a note. */
export function WizardFooter({
  error,
  note,
  children,
}: {
  /** Empty for none. */
  readonly error: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <footer className="wizard-footer">
      <div className="wizard-footer-note">
        <span role="status" className="wizard-error">
          {error}
        </span>
        {error === '' ? note : null}
      </div>
      {children}
    </footer>
  );
}
