import { Icon, type IconName } from './icon.tsx';
import './status-pill.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'plain';

/** A status as icon and word; color is never the only cue. The tooltip shows a word that is cut off. */
export function StatusPill({
  tone,
  icon,
  label,
}: {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly label: string;
}) {
  return (
    <span className={`pill pill-${tone}`} title={label}>
      <Icon name={icon} size={13} />
      <span className="pill-word">{label}</span>
    </span>
  );
}
