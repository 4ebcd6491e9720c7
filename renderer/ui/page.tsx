import type { ReactNode } from 'react';
import './surface.css';

/** A screen: heading, one line of context, actions, and the content below. */
export function Page({
  title,
  about,
  actions,
  children,
  scroll = true,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** False if the content scrolls itself. */
  readonly scroll?: boolean;
}) {
  return (
    <>
      <header className="page-head">
        <div className="page-head-text">
          <h1 className="truncate" title={title}>
            {title}
          </h1>
          {about === undefined ? null : <p className="truncate">{about}</p>}
        </div>
        <div className="page-head-actions">{actions}</div>
      </header>
      <div className={`page${scroll ? ' page-scroll' : ''}`}>{children}</div>
    </>
  );
}
