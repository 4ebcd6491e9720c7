import { useState } from 'react';
import { holdableIssues, packChoices } from '../../../../preload/contract/views/states.ts';
import { watchScheduleText } from '../../../../preload/contract/watch/watch-text.ts';
import {
  maxEntryNameChars,
  maxWatchHours,
  type WatchHours,
  type WatchSchedule,
} from '../../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { WeeklyHours } from '../../../shared/weekly-hours.tsx';
import { choosePath, updateHours, updateRule, useWatchSetup } from '../../../state/watch-setup-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { ChooseFile } from './choose-file.tsx';
import { SetupPage, type SetupStepProps } from './setup-page.tsx';
import { useLastValue } from './use-last-value.ts';
import './watch-setup.css';

const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** The hours of the choices that aren't `custom`; null for any hour. */
const presetSchedules = {
  always: null,
  evenings: [
    { days: everyDay, from: '18:00', to: '08:00' },
    { days: [0, 6], from: '00:00', to: '00:00' },
  ],
  nights: [{ days: everyDay, from: '22:00', to: '06:00' }],
} satisfies Readonly<Record<string, WatchSchedule | null>>;
/** What custom hours begin with. */
const weekdayEvenings: WatchSchedule = [{ days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' }];
/** What is most often missing from the hours of weekdays. */
const weekendHours: WatchHours = { days: [0, 6], from: '00:00', to: '00:00' };
const setupWords = words.watchSetup;
const copyChoices = ['send', 'skip', 'ask'] as const;

export const scheduleFields = {
  schedule: 'schedule',
  pack: 'schedule',
  afterwards: 'schedule',
  sameContent: 'schedule',
  hold: 'schedule',
  passwordFile: 'schedule',
} as const;

/** When files are uploaded, what happens to them then, and to copies of them. */
export function ScheduleStep(props: SetupStepProps) {
  const { schedule, pack, afterwards, sameContent, hold, passwordFile } = useWatchSetup(
    (setup) => setup.form.rule,
  );
  const preset = presetOf(schedule);
  // Custom hours that become those of a preset stay custom while a person changes them.
  const [isCustom, setCustom] = useState(preset === 'custom');
  const choice = isCustom ? 'custom' : preset;
  const customHours = useLastValue(isCustom ? schedule : null, weekdayEvenings);
  const moved = useLastValue(afterwards === 'leave' ? null : afterwards, { moveTo: 'Uploaded' });
  return (
    <SetupPage
      step="schedule"
      {...props}
      heading={setupWords.scheduleHeading}
      description={setupWords.scheduleDescription}
    >
      {(problems) => (
        <div className="watch-setup-columns">
          <Card label={setupWords.found}>
            <div className="stack">
              <div className="field-label">{setupWords.found}</div>
              <p className="small muted">{setupWords.foundHint}</p>
              {holdableIssues.map((issue) => (
                <Checkbox
                  key={issue}
                  selected={hold.includes(issue)}
                  onChange={(isHeld) =>
                    updateRule({
                      hold: holdableIssues.filter((each) => (each === issue ? isHeld : hold.includes(each))),
                    })
                  }
                >
                  {setupWords.hold[issue]}
                </Checkbox>
              ))}
              <ChooseFile
                label={setupWords.passwordFile}
                hint={setupWords.passwordFileHint}
                buttons={setupWords.passwordFileButtons}
                purpose="password-file"
                path={passwordFile}
                onChange={(file) => choosePath('passwordFile', file)}
              />
            </div>
          </Card>
          <Card label={setupWords.hours}>
            <div className="stack">
              <RadioGroup
                label={setupWords.hours}
                options={(['always', 'evenings', 'nights', 'custom'] as const).map((value) => {
                  const hours = value === 'custom' ? null : presetSchedules[value];
                  return {
                    value,
                    label: setupWords.schedules[value],
                    ...(hours === null ? {} : { description: watchScheduleText(hours) }),
                  };
                })}
                value={choice}
                onChange={(chosen) => {
                  setCustom(chosen === 'custom');
                  updateRule({ schedule: chosen === 'custom' ? customHours : presetSchedules[chosen] });
                }}
              />
              {isCustom && schedule !== null ? <CustomHours schedule={schedule} /> : null}
              <RadioGroup
                label={setupWords.pack}
                options={packChoices.map((value) => ({ value, label: setupWords.packs[value] }))}
                value={pack}
                onChange={(chosen) => updateRule({ pack: chosen })}
              />
            </div>
          </Card>
          <Card label={setupWords.afterwards}>
            <div className="stack">
              <RadioGroup
                label={setupWords.afterwards}
                options={[
                  { value: 'leave', label: setupWords.leave, description: setupWords.leaveHint },
                  { value: 'move', label: setupWords.move, description: setupWords.moveHint },
                ]}
                value={afterwards === 'leave' ? afterwards : 'move'}
                onChange={(chosen) => updateRule({ afterwards: chosen === 'leave' ? chosen : moved })}
              />
              {afterwards === 'leave' ? null : (
                <>
                  <Field
                    label={setupWords.moveTo}
                    value={afterwards.moveTo}
                    onChange={(moveTo) => updateRule({ afterwards: { moveTo } })}
                    error={problems.afterwards ?? null}
                    maxLength={maxEntryNameChars}
                  />
                  <Notice tone="warn" title={setupWords.moveWarningTitle}>
                    {setupWords.moveWarning}
                  </Notice>
                </>
              )}
              <RadioGroup
                label={setupWords.sameContent}
                options={copyChoices.map((value) => ({
                  value,
                  label: setupWords.sameContents[value],
                  description: setupWords.sameContentHints[value],
                }))}
                value={sameContent}
                onChange={(chosen) => updateRule({ sameContent: chosen })}
              />
            </div>
          </Card>
        </div>
      )}
    </SetupPage>
  );
}

function presetOf(schedule: WatchSchedule | null): keyof typeof presetSchedules | 'custom' {
  if (schedule === null) return 'always';
  const text = watchScheduleText(schedule);
  if (text === watchScheduleText(presetSchedules.evenings)) return 'evenings';
  return text === watchScheduleText(presetSchedules.nights) ? 'nights' : 'custom';
}

/** Files are uploaded in any of these hours. */
function CustomHours({ schedule }: { readonly schedule: WatchSchedule }) {
  return (
    <>
      {schedule.map((hours, index) => (
        <section
          key={String(index)}
          className="watch-setup-indent"
          aria-label={setupWords.hoursOf(index + 1, schedule.length)}
        >
          <WeeklyHours hours={hours} onChange={(change) => updateHours(index, change)} />
          {schedule.length === 1 ? null : (
            <div>
              <Button
                small
                variant="quiet"
                icon="close"
                onPress={() => updateRule({ schedule: schedule.toSpliced(index, 1) })}
              >
                {setupWords.removeHours}
              </Button>
            </div>
          )}
        </section>
      ))}
      {schedule.length >= maxWatchHours ? null : (
        <div className="watch-setup-indent">
          <div>
            <Button small icon="add" onPress={() => updateRule({ schedule: [...schedule, weekendHours] })}>
              {setupWords.addHours}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
