import type { ReactNode } from 'react';
import { words } from '../i18n/words.ts';
import { EngineNotice } from './engine-notice.tsx';
import './page.css';

/** A screen: heading, one line of context, actions, and the content below. */
export function Page({
  title,
  about,
  actions,
  incidents,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  /** Notices about the screen as a whole: however many there are, the work below keeps its place. */
  readonly incidents?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <header className="page-head">
        <div className="page-head-text">
          <h1 className="truncate" title={title}>
            {title}
          </h1>
          {about === undefined ? null : (
            <p className="truncate" {...(typeof about === 'string' ? { title: about } : {})}>
              {about}
            </p>
          )}
        </div>
        <div className="page-head-actions">{actions}</div>
      </header>
      <section className="page-incidents" aria-label={words.shell.incidents}>
        <EngineNotice />
        {incidents}
      </section>
      <div className="page">{children}</div>
    </>
  );
}
