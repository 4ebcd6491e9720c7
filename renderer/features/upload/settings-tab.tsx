import type { ReactNode } from 'react';
import type { Answer } from '../../../preload/contract/index.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { hasOwnLimits, sendingHoursText } from '../../../preload/contract/views/bandwidth-schedule.ts';
import { hasReceipt } from '../../../preload/contract/views/upload-stage.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { settingValueText } from '../../shared/setting-value-text.ts';
import { averageWords, durationText } from '../../shared/upload-times.ts';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

/** What the upload was created with; it can't be changed after the upload starts. */
export function SettingsTab({ upload }: { readonly upload: UploadView }) {
  const { connectionId } = upload;
  const settings = useQuery(
    'processingSettings.list',
    connectionId === null ? null : { argument: { connectionId } },
  );
  const { state, totals } = upload;
  const packing = useQuery(
    'uploads.packing',
    hasReceipt(upload) ? { argument: { uploadId: upload.id } } : null,
    `${state} ${totals.accepted.items}`,
  );
  const known = settings.kind === 'loaded' ? settings.value : [];
  const chosen = Object.entries(upload.settings).filter(([, value]) => value !== null && value !== '');
  return (
    <div className="upload-tabs-scroll">
      <DescriptionList
        items={[
          [
            words.uploadSettings.database,
            `${upload.databaseName} · ${words.uploadSettings.databaseId(upload.databaseId)}`,
          ],
          [
            words.uploadSettings.dataset,
            upload.datasetId === null
              ? upload.datasetName
              : `${upload.datasetName} · ${words.uploadSettings.datasetId(upload.datasetId)}`,
          ],
          [words.uploadSettings.sources, <Lines key="sources" lines={upload.sources} />],
          [words.uploadSettings.server, upload.serverUrl],
          [words.uploadSettings.created, time(upload.createdAt)],
          ...timeFacts(upload),
          ...limitFacts(upload),
          [
            words.uploadSettings.integrity,
            upload.sha1 ? words.uploadSettings.sha1On : words.uploadSettings.sha1Off,
          ],
          ...(packing.kind === 'loaded'
            ? [[words.uploadSettings.packs, packingText(packing.value)] as const]
            : []),
          [words.uploadSettings.custodianRule, ruleText(upload)],
        ]}
      />
      <h2 className="upload-tabs-heading">{words.uploadSettings.processing}</h2>
      {chosen.length === 0 ? (
        <p className="muted">{words.uploadSettings.processingNone}</p>
      ) : (
        <DescriptionList
          items={chosen.map(([field, value]) => {
            const setting = known.find((each) => each.field === field);
            return [setting?.label ?? field, settingValueText(setting, value)] as const;
          })}
        />
      )}
    </div>
  );
}

const limitText = (bytesPerSecond: number | null): string =>
  bytesPerSecond === null ? words.upload.noLimit : words.common.bandwidthLimit(bytesPerSecond, null);

/** What the command line was given for it, which holds here as well. */
export function limitFacts(upload: UploadView): readonly (readonly [string, ReactNode])[] {
  const { bytesPerSecond, hours } = upload.limits;
  return [
    ...(bytesPerSecond === undefined
      ? []
      : [[words.uploadSettings.bandwidth, limitText(bytesPerSecond)] as const]),
    ...(hours === undefined
      ? []
      : [
          [
            words.uploadSettings.hours,
            hours === null ? words.uploadSettings.anyHour : sendingHoursText(hours),
          ] as const,
        ]),
    ...(hasOwnLimits(upload.limits) && upload.state === 'paused'
      ? [[words.uploadSettings.ownLimits, <OwnLimits key="limits" uploadId={upload.id} />] as const]
      : []),
  ];
}

function OwnLimits({ uploadId }: { readonly uploadId: UploadView['id'] }) {
  const remove = useCommand('uploads.removeLimits');
  return (
    <>
      <p className="small faint">{words.uploadSettings.ownLimitsHint}</p>
      <Button small busy={remove.busy} onPress={() => void remove.run({ uploadId })}>
        {words.uploadSettings.removeLimits}
      </Button>
      <FailureNotice failure={remove.failure} onDismiss={remove.dismiss} />
    </>
  );
}

function timeFacts(upload: UploadView): readonly (readonly [string, string])[] {
  const { startedAt, finishedAt } = upload;
  const duration = durationText(upload);
  return [
    ...(startedAt === null ? [] : [[words.uploadSettings.started, time(startedAt)] as const]),
    ...(finishedAt === null ? [] : [[words.uploadSettings.ended, time(finishedAt)] as const]),
    ...(duration === null
      ? []
      : [
          [
            words.uploadSettings.duration,
            words.uploadSettings.durationText(duration, averageWords(upload)),
          ] as const,
        ]),
  ];
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{printable(line)}</li>
      ))}
    </ul>
  );
}

function packingText({ packs, files }: Answer<'uploads.packing'>): string {
  return packs === 0 ? words.uploadSettings.notPacked : words.uploadSettings.packed(files, packs);
}

function ruleText({ custodianRules, custodian }: UploadView): string {
  const rules = custodianRules.map(ruleName);
  const shown = rules.length === 0 ? [words.uploadSettings.ruleNone] : rules;
  return [...shown, ...(custodian === null ? [] : [words.uploadSettings.defaultCustodian(custodian)])].join(
    ', ',
  );
}

function ruleName(rule: UploadView['custodianRules'][number]): string {
  switch (rule.kind) {
    case 'map':
      return words.uploadSettings.ruleMap(rule.name);
    case 'pattern':
      return words.uploadSettings.rulePattern(rule.pattern);
    case 'folder':
      return words.uploadSettings.ruleFolder(rule.level);
  }
}
