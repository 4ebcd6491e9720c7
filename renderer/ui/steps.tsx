import { Button } from 'react-aria-components/Button';
import { words } from '../i18n/words.ts';
import { Icon } from './icon.tsx';
import './steps.css';

/** The current step in a sequence. Steps that were reached can be opened again; all but the last one are done then. */
export function Steps<Id extends string>({
  label,
  steps,
  current,
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
  readonly onGo: (id: Id) => void;
}) {
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
          return (
            <li
              key={step.id}
              {...(note === null ? {} : { title: note })}
              {...(now ? { 'aria-current': 'step' } : {})}
            >
              <Button
                className={`step${now ? ' step-now' : ''}${reached ? ' step-reached' : ''}${done ? ' step-done' : ''}${skipped === null ? '' : ' step-skipped'}${open === null ? '' : ' step-open'}`}
                isDisabled={!now && !reached}
                onPress={() => {
                  if (!now) onGo(step.id);
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
    </nav>
  );
}
