import { useState } from 'react';
import { bandwidthText } from '../../../preload/contract/texts/bandwidth-text.ts';
import type { Preferences } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { WeeklyHours } from '../../shared/weekly-hours.tsx';
import { useUploads } from '../../state/selectors.ts';
import { useBandwidthLimit } from '../../state/use-bandwidth-limit.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Switch } from '../../ui/switch.tsx';
import { defaultSchedule, editSchedule, switchSchedule, waitingForHours } from './bandwidth.ts';
import { SaveStatus } from './save-status.tsx';
import { SpeedField } from './speed-field.tsx';
import { useUnusedHours } from './unused-hours.tsx';
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
  const { bytesPerSecond, schedule, unusedSchedule } = preferences;
  const { schedule: pending } = useUnusedHours();
  const setPending = (hours: Schedule | null) => useUnusedHours.setState({ schedule: hours });
  const shown = pending ?? schedule;
  const waiting = waitingForHours(useUploads(), useBandwidthLimit().bytesPerSecond);
  const [isAsking, setAsking] = useState(false);
  async function switchOff() {
    const switched = await change((latest) => switchSchedule(latest, false));
    if (switched.ok) setAsking(false);
  }
  async function applyPending() {
    const used = await change({ schedule: pending });
    if (used.ok) setPending(null);
  }
  return (
    <>
      <SaveStatus saved={saved && pending === null} command={command} />
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
        selected={shown !== null}
        onChange={(on) => {
          const isFirst = schedule === null && unusedSchedule === null;
          setPending(on && isFirst ? defaultSchedule(bytesPerSecond) : null);
          if (isFirst) return;
          if (on) void change((latest) => switchSchedule(latest, true));
          else if (waiting > 0) setAsking(true);
          else void switchOff();
        }}
      >
        {settingsWords.schedule}
      </Switch>
      <AlertDialog
        title={settingsWords.endScheduleTitle}
        open={isAsking}
        safe={settingsWords.keepSchedule}
        destructive={settingsWords.endSchedule}
        failure={command.failure}
        onSafe={() => setAsking(false)}
        onDestructive={() => void switchOff()}
      >
        <p>{settingsWords.endScheduleText(waiting)}</p>
      </AlertDialog>
      {shown === null ? null : (
        <div className="settings-indent">
          <ScheduleFields
            schedule={shown}
            onChange={(part) =>
              useUnusedHours.setState((latest) => ({
                schedule: editSchedule(schedule, latest.schedule, part),
              }))
            }
          />
          {pending === null ? null : (
            <div className="settings-pending" ref={scrollIntoView}>
              <Notice
                tone="info"
                title={schedule === null ? settingsWords.scheduleUnused : settingsWords.changesUnused}
                action={
                  <>
                    <Button onPress={() => setPending(null)}>{words.common.cancel}</Button>
                    <Button
                      variant="primary"
                      disabled={pending.days.length === 0}
                      onPress={() => void applyPending()}
                    >
                      {settingsWords.useSchedule}
                    </Button>
                  </>
                }
              >
                {bandwidthText({ bytesPerSecond, schedule: pending })}
              </Notice>
            </div>
          )}
        </div>
      )}
      <p className="bandwidth-summary" role="status">
        {pending === null ? bandwidthText(preferences) : settingsWords.limitsNow(bandwidthText(preferences))}
      </p>
    </>
  );
}

/** Once, when it appears: the hours above it fill a small window. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
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
