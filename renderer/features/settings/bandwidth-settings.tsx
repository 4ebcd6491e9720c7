import type { Preferences } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Switch } from '../../ui/switch.tsx';
import { WeeklyHours } from '../../ui/weekly-hours.tsx';
import { defaultSchedule, limitSummary } from './bandwidth.ts';
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
  readonly onChange: (change: (latest: Schedule) => Partial<Schedule>) => void;
}) {
  const { days, from, to, bytesPerSecond } = schedule;
  return (
    <>
      <WeeklyHours hours={{ days, from, to }} onChange={onChange} />
      <Checkbox
        selected={bytesPerSecond === null}
        onChange={(isUnlimited) => onChange(() => ({ bytesPerSecond: isUnlimited ? null : defaultLimit }))}
      >
        {settingsWords.scheduleUnlimited}
      </Checkbox>
      {bytesPerSecond === null ? null : (
        <SpeedField
          bytesPerSecond={bytesPerSecond}
          onChange={(speed) => onChange(() => ({ bytesPerSecond: speed }))}
        />
      )}
    </>
  );
}
