import type { ReactNode } from 'react';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

/** Goes to another screen; with `look` it is drawn as a button. `to` is a hash route, see app/route.ts. */
export function Link({
  to,
  children,
  look = 'text',
  icon,
}: {
  readonly to: string;
  readonly children: ReactNode;
  readonly look?: 'text' | 'primary' | 'default' | 'quiet';
  readonly icon?: IconName;
}) {
  return (
    <a href={to} className={look === 'text' ? 'link' : `button button-${look}`} draggable={false}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </a>
  );
}
