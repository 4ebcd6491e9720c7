import { useState } from 'react';
import { weekdayNames, weekdayOrder } from '../../preload/contract/views/weekdays.ts';
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
          key={`from ${from}`}
          label={hourWords.from}
          time={from}
          onChange={(time) => onChange(() => ({ from: time }))}
        />
        <ClockField
          key={`to ${to}`}
          label={hourWords.to}
          time={to}
          onChange={(time) => onChange(() => ({ to: time }))}
        />
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
  function commit() {
    const parsed = parseClockTime(text);
    if (parsed === null) return setProblem(hourWords.clockInvalid);
    setProblem(null);
    setText(parsed);
    if (parsed !== time) onChange(parsed);
  }
  return (
    <div className="clock-field">
      <Field label={label} value={text} onChange={setText} onBlur={commit} error={problem} maxLength={5} />
    </div>
  );
}

function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Also accepts "8:00" and "800"; null if the text isn't a time. */
export function parseClockTime(text: string): string | null {
  const [, hours = '', minutes = ''] = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*$/.exec(text) ?? [];
  const time = `${hours.padStart(2, '0')}:${minutes === '' ? '00' : minutes}`;
  return hours !== '' && isClockTime(time) ? time : null;
}
