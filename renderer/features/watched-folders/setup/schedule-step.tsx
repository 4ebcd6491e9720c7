import { holdableIssues } from '../../../../preload/contract/views/states.ts';
import { watchScheduleText } from '../../../../preload/contract/watch/watch-text.ts';
import {
  maxWatchHours,
  type WatchedFolderView,
  type WatchSchedule,
} from '../../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { WeeklyHours } from '../../../shared/weekly-hours.tsx';
import { scheduleChoices, updateWatchSetup, useWatchSetup } from '../../../state/watch-setup-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { ChooseFile } from './choose-file.tsx';
import { SetupPage } from './setup-page.tsx';
import { presetSchedules } from './setup-rule.ts';
import './watch-setup.css';

/** What is most often missing from the hours of weekdays. */
const weekendHours: WatchSchedule[number] = { days: [0, 6], from: '00:00', to: '00:00' };
const setupWords = words.watchSetup;
const copyChoices = ['send', 'skip', 'ask'] as const;
const packChoices = ['auto', 'always', 'never'] as const;

/** When files are uploaded, what happens to them then, and to copies of them. */
export function ScheduleStep({ folder }: { readonly folder: WatchedFolderView | null }) {
  const form = useWatchSetup((setup) => setup.form);
  return (
    <SetupPage
      step="schedule"
      folder={folder}
      heading={setupWords.scheduleHeading}
      description={setupWords.scheduleDescription}
    >
      {(problems) => (
        <div className="watch-setup-columns">
          <Card label={setupWords.hours}>
            <div className="stack">
              <RadioGroup
                label={setupWords.hours}
                options={scheduleChoices.map((value) => {
                  const preset = value === 'custom' ? null : presetSchedules[value];
                  return {
                    value,
                    label: setupWords.schedules[value],
                    ...(preset === null ? {} : { description: watchScheduleText(preset) }),
                  };
                })}
                value={form.scheduleChoice}
                onChange={(scheduleChoice) => updateWatchSetup({ scheduleChoice })}
              />
              {form.scheduleChoice === 'custom' ? <CustomHours schedule={form.schedule} /> : null}
              <RadioGroup
                label={setupWords.pack}
                options={packChoices.map((value) => ({ value, label: setupWords.packs[value] }))}
                value={form.pack}
                onChange={(pack) => updateWatchSetup({ pack })}
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
                value={form.afterwards}
                onChange={(afterwards) => updateWatchSetup({ afterwards })}
              />
              {form.afterwards === 'move' ? (
                <>
                  <Field
                    label={setupWords.moveTo}
                    value={form.moveTo}
                    onChange={(moveTo) => updateWatchSetup({ moveTo })}
                    error={problems.moveTo ?? null}
                    maxLength={255}
                  />
                  <Notice tone="warn" title={setupWords.moveWarningTitle}>
                    {setupWords.moveWarning}
                  </Notice>
                </>
              ) : null}
              <RadioGroup
                label={setupWords.sameContent}
                options={copyChoices.map((value) => ({
                  value,
                  label: setupWords.sameContents[value],
                  description: setupWords.sameContentHints[value],
                }))}
                value={form.sameContent}
                onChange={(sameContent) => updateWatchSetup({ sameContent })}
              />
            </div>
          </Card>
          <Card label={setupWords.found}>
            <div className="stack">
              <div className="field-label">{setupWords.found}</div>
              <p className="small muted">{setupWords.foundHint}</p>
              {holdableIssues.map((issue) => (
                <Checkbox
                  key={issue}
                  selected={form.hold.includes(issue)}
                  onChange={(isHeld) =>
                    updateWatchSetup({
                      hold: holdableIssues.filter((each) =>
                        each === issue ? isHeld : form.hold.includes(each),
                      ),
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
                file={form.passwordFile}
                storedPath={folder?.rule.passwordFile ?? null}
                onChange={(passwordFile) => updateWatchSetup({ passwordFile })}
              />
            </div>
          </Card>
        </div>
      )}
    </SetupPage>
  );
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
          <WeeklyHours
            hours={hours}
            onChange={(change) =>
              updateWatchSetup({ schedule: schedule.with(index, { ...hours, ...change(hours) }) })
            }
          />
          {schedule.length === 1 ? null : (
            <div>
              <Button
                small
                variant="quiet"
                icon="close"
                onPress={() => updateWatchSetup({ schedule: schedule.toSpliced(index, 1) })}
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
            <Button
              small
              icon="add"
              onPress={() => updateWatchSetup({ schedule: [...schedule, weekendHours] })}
            >
              {setupWords.addHours}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
