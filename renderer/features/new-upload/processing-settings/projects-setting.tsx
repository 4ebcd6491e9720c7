import { useState } from 'react';
import type {
  DatabaseView,
  ProcessingSettingView,
  UploadView,
} from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { setInvalidSetting, useInvalidSettings } from '../../../state/new-upload-draft.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { projectIds, projectsText, type Settings, withProjectIds, withProjects } from './setting-values.ts';

const settingWords = words.newUploadSettings;

interface ProjectsSettingProps {
  readonly upload: UploadView;
  readonly setting: ProcessingSettingView;
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly hint: string;
  readonly error: string | null;
}

/** Partial projects by name. IDs are typed only where the platform doesn't list the projects to this account. */
export function ProjectsSetting(props: ProjectsSettingProps) {
  const { connectionId, databaseId } = props.upload;
  const listed = useQuery(
    'databases.partialProjects',
    connectionId === null ? null : { argument: { connectionId, databaseId } },
  );
  const projects = listed.kind === 'loaded' ? listed.value : [];
  if (listed.kind === 'loading' && connectionId !== null)
    return <p className="muted">{words.common.loading}</p>;
  // The key resets the typed text when a template is applied.
  const savedText = projectsText(props.settings, props.setting.field);
  return projects.length === 0 ? (
    <ProjectIds key={savedText} {...props} />
  ) : (
    <ProjectNames {...props} projects={projects} />
  );
}

function ProjectNames({
  setting: { field, label },
  settings,
  onChange,
  hint,
  error,
  projects,
}: ProjectsSettingProps & { readonly projects: readonly DatabaseView[] }) {
  const chosen = projectIds(settings, field);
  const unlisted = chosen.filter((id) => !projects.some((project) => project.id === id));
  const all = [...projects, ...unlisted.map((id) => ({ id, name: settingWords.unlistedProject(id) }))];
  return (
    <fieldset className="field project-names" {...(error === null ? {} : { 'data-invalid': true })}>
      <legend className="field-label">{label}</legend>
      <div className="project-names-list">
        {all.map(({ id, name }) => (
          <Checkbox
            key={id}
            selected={chosen.includes(id)}
            onChange={(on) =>
              onChange(
                withProjectIds(settings, field, on ? [...chosen, id] : chosen.filter((each) => each !== id)),
              )
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
      <span className="field-hint">{hint}</span>
      {error === null ? null : <span className="field-error">{error}</span>}
    </fieldset>
  );
}

/** What can't be a list of IDs is kept, so that it is neither lost nor sent. */
function ProjectIds({ upload, setting, settings, onChange, hint, error }: ProjectsSettingProps) {
  const { field, label } = setting;
  const savedText = projectsText(settings, field);
  const invalidText = useInvalidSettings(upload.id)[field];
  const [text, setText] = useState(invalidText ?? savedText);
  return (
    <Field
      label={label}
      hint={`${hint} ${settingWords.projectsHint}`.trim()}
      error={invalidText === undefined ? error : settingWords.projectsInvalid}
      value={text}
      onChange={setText}
      placeholder={settingWords.platformDefault}
      onBlur={() => {
        const changed = withProjects(settings, field, text);
        setInvalidSetting(upload.id, field, changed === null ? text : null);
        if (changed !== null && text.trim() !== savedText) onChange(changed);
      }}
    />
  );
}
