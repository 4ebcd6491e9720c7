import { bandwidthText } from '../../../preload/contract/texts/bandwidth-text.ts';
import type { Preferences } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { WeeklyHours } from '../../shared/weekly-hours.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Switch } from '../../ui/switch.tsx';
import { defaultSchedule } from './bandwidth.ts';
import { SaveStatus } from './save-status.tsx';
import { SpeedField } from './speed-field.tsx';
import { usePreferences } from './use-preferences.ts';
import './settings.css';

const settingsWords = words.settings;
const defaultLimit = 50_000_000;
type Schedule = NonNullable<Preferences['schedule']>;
const scheduleUses = ['limited', 'unlimited', 'nothing', 'only'] as const;
const changeOf: Readonly<Record<(typeof scheduleUses)[number], Partial<Schedule>>> = {
  limited: { sends: 'limited', bytesPerSecond: defaultLimit },
  unlimited: { sends: 'limited', bytesPerSecond: null },
  nothing: { sends: 'nothing' },
  only: { sends: 'only' },
};

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
          <ScheduleFields
            schedule={schedule}
            onChange={(part) =>
              change(({ schedule: latest }) =>
                latest === null ? {} : { schedule: { ...latest, ...part(latest) } },
              )
            }
          />
        </div>
      )}
      <p className="bandwidth-summary" role="status">
        {bandwidthText(preferences)}
      </p>
    </>
  );
}

function ScheduleFields({
  schedule,
  onChange,
}: {
  readonly schedule: Schedule;
  readonly onChange: (change: (latest: Schedule) => Partial<Schedule>) => void;
}) {
  const { days, from, to, sends, bytesPerSecond } = schedule;
  const use = sends === 'limited' && bytesPerSecond === null ? 'unlimited' : sends;
  return (
    <>
      <WeeklyHours hours={{ days, from, to }} onChange={onChange} />
      <RadioGroup
        label={settingsWords.scheduleUse}
        options={scheduleUses.map((value) => ({ value, label: settingsWords.scheduleUses[value] }))}
        value={use}
        onChange={(chosen) => onChange(() => changeOf[chosen])}
      />
      {use !== 'limited' || bytesPerSecond === null ? null : (
        <SpeedField
          bytesPerSecond={bytesPerSecond}
          onChange={(speed) => onChange(() => ({ bytesPerSecond: speed }))}
        />
      )}
    </>
  );
}
