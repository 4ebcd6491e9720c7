import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends Pick<AriaButtonProps, 'aria-describedby' | 'autoFocus' | 'id' | 'type'> {
  readonly children?: ReactNode;
  /** Without children, the word that is read out for the icon. */
  readonly label?: string;
  readonly icon?: IconName;
  readonly variant?: 'primary' | 'default' | 'quiet' | 'danger';
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** Its work is under way: it keeps its place and its focus, and cannot be pressed again. */
  readonly busy?: boolean;
  readonly onPress?: () => void;
}

export function Button({
  children,
  label,
  icon,
  variant = 'default',
  small = false,
  disabled = false,
  busy = false,
  onPress,
  ...rest
}: ButtonProps) {
  const bare = children === undefined;
  return (
    <AriaButton
      {...rest}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(onPress === undefined || busy ? {} : { onPress })}
      // Not isPending: that is read out by a node which names the button by its id, and which outlives the button.
      {...(busy ? { 'aria-disabled': true, type: 'button' } : {})}
      className={`button button-${variant}${small ? ' button-small' : ''}${bare ? ' button-icon' : ''}${busy ? ' button-busy' : ''}`}
      isDisabled={disabled}
    >
      {icon === undefined ? null : <Icon name={icon} size={small ? 14 : 16} />}
      {children}
    </AriaButton>
  );
}
