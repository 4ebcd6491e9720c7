import { useState } from 'react';
import type { Preferences } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { defaultSchedule, limitSummary, parseClockTime, weekdayOrder } from './bandwidth.ts';
import { SaveStatus } from './save-status.tsx';
import { SpeedField } from './speed-field.tsx';
import { usePreferences } from './use-preferences.ts';
import './bandwidth-settings.css';
import './settings.css';

const settingsWords = words.settings;
const defaultLimit = 50_000_000;
type Schedule = NonNullable<Preferences['schedule']>;

export function BandwidthSettings({ preferences }: { readonly preferences: Preferences }) {
  const { change, saved, command } = usePreferences();
  const { bytesPerSecond, schedule } = preferences;
  return (
    <>
      <SaveStatus saved={saved} command={command} />
      <Switch
        selected={bytesPerSecond !== null}
        onChange={(on) => change({ bytesPerSecond: on ? defaultLimit : null })}
      >
        {settingsWords.limit}
      </Switch>
      {bytesPerSecond === null ? null : (
        <div className="settings-indent">
          <SpeedField
            bytesPerSecond={bytesPerSecond}
            onChange={(speed) => change({ bytesPerSecond: speed })}
          />
        </div>
      )}
      <Switch
        selected={schedule !== null}
        onChange={(on) => change({ schedule: on ? defaultSchedule(bytesPerSecond) : null })}
      >
        {settingsWords.schedule}
      </Switch>
      {schedule === null ? null : (
        <div className="settings-indent">
          <ScheduleFields schedule={schedule} onChange={(next) => change({ schedule: next })} />
        </div>
      )}
      <p className="bandwidth-summary" role="status">
        {limitSummary(preferences)}
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
      <fieldset className="weekdays">
        <legend className="field-label">{settingsWords.days}</legend>
        {weekdayOrder.map((day) => (
          <Checkbox key={day} selected={days.includes(day)} onChange={(on) => toggle(day, on)}>
            {settingsWords.dayNames[day]}
          </Checkbox>
        ))}
      </fieldset>
      {days.length === 0 ? (
        <p className="field-error" role="alert">
          {settingsWords.daysMissing}
        </p>
      ) : null}
      <div className="row bandwidth-times">
        <ClockField
          key={`from ${from}`}
          label={settingsWords.from}
          time={from}
          otherTime={to}
          onChange={(time) => onChange({ ...schedule, from: time })}
        />
        <ClockField
          key={`to ${to}`}
          label={settingsWords.to}
          time={to}
          otherTime={from}
          onChange={(time) => onChange({ ...schedule, to: time })}
        />
      </div>
      <p className="small faint">{settingsWords.clockHint}</p>
      <Checkbox
        selected={bytesPerSecond === null}
        onChange={(isUnlimited) =>
          onChange({ ...schedule, bytesPerSecond: isUnlimited ? null : defaultLimit })
        }
      >
        {settingsWords.scheduleUnlimited}
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
  otherTime,
  onChange,
}: {
  readonly label: string;
  readonly time: string;
  readonly otherTime: string;
  readonly onChange: (time: string) => void;
}) {
  const [text, setText] = useState(time);
  const [problem, setProblem] = useState<string | null>(null);
  function commit() {
    const parsed = parseClockTime(text);
    if (parsed === null) return setProblem(settingsWords.clockInvalid);
    if (parsed === otherTime) return setProblem(settingsWords.scheduleEmpty);
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
