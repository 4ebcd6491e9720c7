import type { ReactNode } from 'react';
import './surface.css';

/** A surface. `fill` takes the height that is left and hides what flows over (for grids). */
export function Card({
  title,
  actions,
  children,
  fill = false,
  bare = false,
  label,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly fill?: boolean;
  /** Without room around the content. */
  readonly bare?: boolean;
  readonly label?: string;
}) {
  const name = label ?? title;
  return (
    <section
      className={`card${fill ? ' card-fill' : ''}`}
      {...(name === undefined ? {} : { 'aria-label': name })}
    >
      {title === undefined ? null : (
        <div className="card-head">
          <h2>{title}</h2>
          <div className="spacer" />
          {actions}
        </div>
      )}
      {bare ? children : <div className="card-body">{children}</div>}
    </section>
  );
}
