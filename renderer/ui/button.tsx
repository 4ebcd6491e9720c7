import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends Pick<AriaButtonProps, 'aria-describedby' | 'autoFocus' | 'id' | 'type'> {
  readonly children?: ReactNode;
  /** The accessible name of a button that only has an icon. */
  readonly label?: string;
  readonly icon?: IconName;
  readonly variant?: 'primary' | 'default' | 'quiet' | 'danger';
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** Its command is running: the button keeps its size and focus and can't be pressed. */
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
  const isIconOnly = children === undefined;
  return (
    <AriaButton
      {...rest}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(onPress === undefined || busy ? {} : { onPress })}
      // Not isPending: its announcement refers to the button by ID and outlives it.
      {...(busy ? { 'aria-disabled': true, type: 'button' } : {})}
      className={`button button-${variant}${small ? ' button-small' : ''}${isIconOnly ? ' button-icon' : ''}${busy ? ' button-busy' : ''}`}
      isDisabled={disabled}
    >
      {icon === undefined ? null : <Icon name={icon} size={small ? 14 : 16} />}
      {children}
    </AriaButton>
  );
}
