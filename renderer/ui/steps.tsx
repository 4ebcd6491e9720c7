import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { words } from '../i18n/words.ts';
import { Icon } from './icon.tsx';
import './steps.css';

/**
 * The current step in a sequence, and a way to every other one: what opens is the caller's to decide. Those that were reached
 * are done, but for the last one.
 */
export function Steps<Id extends string>({
  label,
  steps,
  current,
  closed = null,
  onGo,
}: {
  readonly label: string;
  /** `note`: why a step is not needed; null if it is. `open`: what is left to decide in it. */
  readonly steps: readonly {
    readonly id: Id;
    readonly label: string;
    readonly reached: boolean;
    readonly note?: string | null;
    readonly open?: string | null;
  }[];
  readonly current: Id;
  /** Why no other step can be opened yet: said to who tries. Null where they can. */
  readonly closed?: string | null;
  readonly onGo: (id: Id) => void;
}) {
  const [isRefused, setRefused] = useState(false);
  return (
    <nav aria-label={label}>
      <ol className="steps">
        {steps.map((step, index) => {
          const now = step.id === current;
          const reached = step.reached && !now;
          const done = reached && index < steps.length - 1;
          const skipped = now ? null : (step.note ?? null);
          const open = done && skipped === null ? (step.open ?? null) : null;
          const note = skipped ?? open;
          const title = note ?? (now ? null : closed);
          return (
            <li
              key={step.id}
              {...(title === null ? {} : { title })}
              {...(now ? { 'aria-current': 'step' } : {})}
            >
              <Button
                className={`step${now ? ' step-now' : ''}${reached ? ' step-reached' : ''}${done ? ' step-done' : ''}${skipped === null ? '' : ' step-skipped'}${open === null ? '' : ' step-open'}`}
                onPress={() => {
                  if (now) return;
                  if (closed === null) onGo(step.id);
                  else setRefused(true);
                }}
              >
                <span className="step-mark" aria-hidden="true">
                  {skipped !== null ? (
                    <Icon name="skip" size={12} />
                  ) : open !== null ? (
                    <Icon name="alert" size={12} />
                  ) : done ? (
                    <Icon name="check" size={12} />
                  ) : (
                    index + 1
                  )}
                </span>
                <span className="visually-hidden">{words.ui.step(index + 1, steps.length)}</span>
                {step.label}
                {done && note === null ? (
                  <span className="visually-hidden">, {words.ui.stepDone}</span>
                ) : null}
                {note === null ? null : <span className="visually-hidden">, {note}</span>}
              </Button>
            </li>
          );
        })}
      </ol>
      <p className="steps-closed small" role="status">
        {isRefused ? closed : null}
      </p>
    </nav>
  );
}
