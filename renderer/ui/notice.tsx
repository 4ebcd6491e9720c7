import type { ReactNode } from 'react';
import type { Failure } from '../../preload/contract/failures/failure.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { failureHeading } from '../i18n/words/common.ts';
import { words } from '../i18n/words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import './notice.css';

type Tone = 'bad' | 'warn' | 'info' | 'ok';

const icons = { bad: 'alert', warn: 'alert', info: 'info', ok: 'check' } as const;

/** Says what happened and what to do, in the place where it happened. */
export function Notice({
  tone,
  title,
  children,
  detail,
  action,
}: {
  readonly tone: Tone;
  readonly title: string;
  readonly children?: ReactNode;
  /** Small print, for a report to support. */
  readonly detail?: string | null;
  readonly action?: ReactNode;
}) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} size={18} />
      <div className="notice-body">
        <div className="notice-content">
          <div className="notice-title">{title}</div>
          {children === undefined ? null : <div className="notice-text">{children}</div>}
          {detail === undefined || detail === null ? null : <div className="notice-detail">{detail}</div>}
        </div>
        {action === undefined ? null : <div className="notice-actions">{action}</div>}
      </div>
    </div>
  );
}

/** A failure: what kind it is, what happened, and what to do about it in the window. */
export function FailureNotice({
  failure,
  onRetry,
  onDismiss,
  action,
  children,
}: {
  /** With null, nothing is shown. */
  readonly failure: Failure | null;
  readonly onRetry?: (() => void) | undefined;
  readonly onDismiss?: (() => void) | undefined;
  readonly action?: ReactNode;
  /** What follows from it here, after what happened. */
  readonly children?: ReactNode;
}) {
  if (failure === null) return null;
  const advice = words.failureAdvice[failure.code];
  return (
    <Notice
      tone="bad"
      title={failureHeading(failure)}
      action={
        <>
          {action}
          {onRetry === undefined ? null : (
            <Button small onPress={onRetry}>
              {words.common.retry}
            </Button>
          )}
          {onDismiss === undefined ? null : <DismissButton onPress={onDismiss} />}
        </>
      }
    >
      {failureText(failure)}
      {advice === undefined ? null : ` ${advice}`}
      {children === undefined ? null : <> {children}</>}
    </Notice>
  );
}

/** Closes a notice. */
export function DismissButton({ onPress }: { readonly onPress: () => void }) {
  return <Button small variant="quiet" icon="close" label={words.common.dismiss} onPress={onPress} />;
}
