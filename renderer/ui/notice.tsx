import type { ReactNode } from 'react';
import { type Failure, failureKind } from '../../preload/contract/failure.ts';
import { failureText } from '../../preload/contract/failure-text.ts';
import type { UploadView } from '../../preload/contract/views.ts';
import { words } from '../i18n/words.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import './notice.css';

type Tone = 'bad' | 'warn' | 'info' | 'ok';

const icons = { bad: 'alert', warn: 'alert', info: 'info', ok: 'check' } as const;

/** What happened and what to do, where it happened. */
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
  /** In small: the operation, the status, the path. */
  readonly detail?: string | null;
  readonly action?: ReactNode;
}) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} size={18} />
      <div>
        <div className="notice-title">{title}</div>
        {children === undefined ? null : <div className="notice-text">{children}</div>}
        {detail === undefined || detail === null ? null : <div className="notice-detail">{detail}</div>}
      </div>
      {action === undefined ? null : <div className="notice-actions">{action}</div>}
    </div>
  );
}

/** As a call answered it, or as an upload, a connection or the engine carries it. */
export type ShownFailure = Failure | NonNullable<UploadView['stoppedBy']>;

/** A call that failed: its heading by code, and its own words, which say what to do. */
export function FailureNotice({
  failure,
  onRetry,
  onDismiss,
  action,
}: {
  readonly failure: ShownFailure;
  readonly onRetry?: (() => void) | undefined;
  readonly onDismiss?: (() => void) | undefined;
  readonly action?: ReactNode;
}) {
  const detail = [
    failure.operation,
    failure.status === undefined ? undefined : `HTTP ${failure.status}`,
    failure.path !== undefined && failure.message.includes(failure.path) ? undefined : failure.path,
  ].filter((part) => part !== undefined);
  return (
    <Notice
      tone="bad"
      title={words.failures[failureKind(failure)]}
      detail={detail.length === 0 ? null : detail.join(' · ')}
      action={
        <>
          {action}
          {onRetry === undefined ? null : (
            <Button small onPress={onRetry}>
              {words.common.tryAgain}
            </Button>
          )}
          {onDismiss === undefined ? null : (
            <Button small variant="quiet" icon="close" label={words.common.dismiss} onPress={onDismiss} />
          )}
        </>
      }
    >
      {failureText(failure)}
    </Notice>
  );
}
