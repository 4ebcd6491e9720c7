import { useState } from 'react';
import { weekdayNames, weekdayOrder } from '../../preload/contract/views/weekdays.ts';
import { timeOfDayPattern } from '../../preload/contract/views/weekly-hours.ts';
import { words } from '../i18n/words.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import './weekly-hours.css';

const hourWords = words.ui;

/** Hours of certain days, in local time; they may pass midnight. */
export interface Hours {
  /** 0 is Sunday. */
  readonly days: number[];
  /** "08:00" */
  readonly from: string;
  readonly to: string;
}

export function WeeklyHours({
  hours,
  onChange,
}: {
  readonly hours: Hours;
  /** Called with what changes of the hours as they are then: one change may still be on its way at the next. */
  readonly onChange: (change: (latest: Hours) => Partial<Hours>) => void;
}) {
  const { days, from, to } = hours;
  const toggle = (day: number, on: boolean) =>
    onChange((latest) => {
      const others = latest.days.filter((each) => each !== day);
      return { days: on ? [...others, day] : others };
    });
  const isMissing = days.length === 0;
  return (
    <>
      <fieldset className="weekdays" {...(isMissing ? { 'data-problem': '', tabIndex: -1 } : {})}>
        <legend className="field-label">{hourWords.days}</legend>
        {weekdayOrder.map((day) => (
          <Checkbox key={day} selected={days.includes(day)} onChange={(on) => toggle(day, on)}>
            {weekdayNames[day]}
          </Checkbox>
        ))}
      </fieldset>
      {isMissing ? (
        <p className="field-error" role="alert">
          {hourWords.daysMissing}
        </p>
      ) : null}
      <div className="row weekly-hours-times">
        <ClockField
          label={hourWords.from}
          time={from}
          onChange={(time) => onChange(() => ({ from: time }))}
        />
        <ClockField label={hourWords.to} time={to} onChange={(time) => onChange(() => ({ to: time }))} />
      </div>
      <p className="small faint">{hourWords.clockHint}</p>
    </>
  );
}

function ClockField({
  label,
  time,
  onChange,
}: {
  readonly label: string;
  readonly time: string;
  readonly onChange: (time: string) => void;
}) {
  const [text, setText] = useState(time);
  const [problem, setProblem] = useState<string | null>(null);
  /** The time that was typed last; another one was set elsewhere, such as by Cancel. */
  const [typed, setTyped] = useState(time);
  /** The time before this one is typed, which holds while the text isn't a time. */
  const [before, setBefore] = useState(time);
  if (time !== typed) {
    setTyped(time);
    setBefore(time);
    setText(time);
    setProblem(null);
  }
  function hold(next: string) {
    if (next === time) return;
    setTyped(next);
    onChange(next);
  }
  function type(next: string) {
    setText(next);
    hold(timeWhileTyping(next, before));
  }
  function commit() {
    const parsed = parseClockTime(text);
    if (parsed === null) return setProblem(hourWords.clockInvalid);
    setProblem(null);
    setText(parsed);
    setBefore(parsed);
    hold(parsed);
  }
  return (
    <div className="clock-field">
      <Field label={label} value={text} onChange={type} onBlur={commit} error={problem} maxLength={5} />
    </div>
  );
}

/** The time that a text means before the field is left: "20" may become "20:30", so hours and minutes have to be there. */
export function timeWhileTyping(text: string, before: string): string {
  return (text.trim().length < 4 ? null : parseClockTime(text)) ?? before;
}

/** Also accepts "8:00" and "800"; null if the text isn't a time. */
export function parseClockTime(text: string): string | null {
  const [, hours = '', minutes = ''] = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*$/.exec(text) ?? [];
  const time = `${hours.padStart(2, '0')}:${minutes === '' ? '00' : minutes}`;
  return hours !== '' && timeOfDayPattern.test(time) ? time : null;
}
