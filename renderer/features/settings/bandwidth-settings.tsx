import { useState } from 'react';
import type { Preferences } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { bandwidthSentence, clockTimeOf, daysInOrder, firstSchedule } from './bandwidth.ts';
import { Saving } from './saving.tsx';
import { SpeedField } from './speed-field.tsx';
import { usePreferences } from './use-preferences.ts';

const say = words.settings;
const firstLimit = 50_000_000;
type Schedule = NonNullable<Preferences['schedule']>;

export function BandwidthSettings({ preferences }: { readonly preferences: Preferences }) {
  const { change, saved, command } = usePreferences();
  const { bytesPerSecond, schedule } = preferences;
  return (
    <>
      <Saving saved={saved} command={command} />
      <Switch
        selected={bytesPerSecond !== null}
        onChange={(on) => change({ bytesPerSecond: on ? firstLimit : null })}
      >
        {say.limit}
      </Switch>
      {bytesPerSecond === null ? null : (
        <div className="settings-under">
          <SpeedField
            bytesPerSecond={bytesPerSecond}
            onChange={(speed) => change({ bytesPerSecond: speed })}
          />
        </div>
      )}
      <Switch
        selected={schedule !== null}
        onChange={(on) => change({ schedule: on ? firstSchedule(bytesPerSecond) : null })}
      >
        {say.schedule}
      </Switch>
      {schedule === null ? null : (
        <div className="settings-under">
          <ScheduleFields schedule={schedule} onChange={(next) => change({ schedule: next })} />
        </div>
      )}
      <p className="settings-sentence" role="status">
        {bandwidthSentence(preferences)}
      </p>
    </>
  );
}

function ScheduleFields({
  schedule,
  onChange,
}: {
  readonly schedule: Schedule;
  readonly onChange: (schedule: Schedule) => void;
}) {
  const { days, from, to, bytesPerSecond } = schedule;
  const toggle = (day: number, on: boolean) =>
    onChange({ ...schedule, days: on ? [...days, day] : days.filter((each) => each !== day) });
  return (
    <>
      <fieldset className="days">
        <legend className="field-label">{say.days}</legend>
        {daysInOrder.map((day) => (
          <Checkbox key={day} selected={days.includes(day)} onChange={(on) => toggle(day, on)}>
            {say.dayNames[day]}
          </Checkbox>
        ))}
      </fieldset>
      {days.length === 0 ? (
        <p className="field-error" role="alert">
          {say.daysNone}
        </p>
      ) : null}
      <div className="row settings-top">
        <ClockField
          key={`from ${from}`}
          label={say.from}
          time={from}
          other={to}
          onChange={(time) => onChange({ ...schedule, from: time })}
        />
        <ClockField
          key={`to ${to}`}
          label={say.to}
          time={to}
          other={from}
          onChange={(time) => onChange({ ...schedule, to: time })}
        />
      </div>
      <p className="small faint">{say.clockHint}</p>
      <Checkbox
        selected={bytesPerSecond === null}
        onChange={(free) => onChange({ ...schedule, bytesPerSecond: free ? null : firstLimit })}
      >
        {say.scheduleUnlimited}
      </Checkbox>
      {bytesPerSecond === null ? null : (
        <SpeedField
          bytesPerSecond={bytesPerSecond}
          onChange={(speed) => onChange({ ...schedule, bytesPerSecond: speed })}
        />
      )}
    </>
  );
}

function ClockField({
  label,
  time,
  other,
  onChange,
}: {
  readonly label: string;
  readonly time: string;
  readonly other: string;
  readonly onChange: (time: string) => void;
}) {
  const [text, setText] = useState(time);
  const [problem, setProblem] = useState<string | null>(null);
  function leave() {
    const read = clockTimeOf(text);
    if (read === null) return setProblem(say.clockBad);
    if (read === other) return setProblem(say.scheduleSame);
    setProblem(null);
    setText(read);
    if (read !== time) onChange(read);
  }
  return (
    <div className="clock">
      <Field label={label} value={text} onChange={setText} onBlur={leave} error={problem} maxLength={5} />
    </div>
  );
}
