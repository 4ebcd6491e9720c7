import { Fragment, type RefObject, useEffect, useState } from 'react';
import type { Result } from '../../../../preload/contract/failure.ts';
import type { Answer } from '../../../../preload/contract/index.ts';
import { printable } from '../../../../preload/contract/printable.ts';
import type { FolderView, UploadView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { call } from '../../../state/bridge.ts';
import { useCommand } from '../../../state/use-command.ts';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';

const custodianWords = words.newUploadCustodians;
const maxLevel = 32;

/** The custodian rule and the default custodian. Changes apply right away. */
export function CustodianRuleForm({
  upload,
  pendingSave,
}: {
  readonly upload: UploadView;
  readonly pendingSave: RefObject<Promise<unknown>>;
}) {
  const set = useCommand('drafts.setCustodians');
  const { custodianRule: rule } = upload;
  const [level, setLevel] = useState(rule.kind === 'folder' ? rule.level : 1);
  const [name, setName] = useState(upload.custodian ?? '');

  const apply = (next: UploadView['custodianRule'], custodian: string) => {
    pendingSave.current = set.run({
      uploadId: upload.id,
      rule: next,
      custodian: custodian.trim() === '' ? null : custodian,
    });
  };

  return (
    <div className="stack">
      <RadioGroup
        label={custodianWords.assignBy}
        options={[
          { value: 'none', label: custodianWords.oneForAll },
          { value: 'folder', label: custodianWords.folderName },
        ]}
        value={rule.kind}
        onChange={(kind) => apply(kind === 'none' ? { kind } : { kind, level }, name)}
      />
      {rule.kind === 'folder' ? (
        <>
          <NumberField
            label={custodianWords.folderLevel}
            value={level}
            min={1}
            max={maxLevel}
            error={Number.isInteger(level) ? null : custodianWords.folderLevelInvalid}
            onChange={(next) => {
              setLevel(next);
              if (Number.isInteger(next)) apply({ kind: 'folder', level: next }, name);
            }}
          />
          <RuleExample uploadId={upload.id} level={rule.level} />
        </>
      ) : null}
      <Field
        label={rule.kind === 'none' ? custodianWords.oneCustodian : custodianWords.defaultCustodian}
        value={name}
        onChange={setName}
        onBlur={() => {
          if (name.trim() !== (upload.custodian ?? '')) apply(rule, name);
        }}
        hint={custodianWords.defaultHint}
        maxLength={255}
      />
      {set.failure === null ? null : (
        <div data-problem="" tabIndex={-1}>
          <FailureNotice failure={set.failure} onDismiss={set.dismiss} />
        </div>
      )}
    </div>
  );
}

/** A folder path of this upload, with the folder marked that names the custodian. */
function RuleExample({ uploadId, level }: { readonly uploadId: number; readonly level: number }) {
  const path = useExamplePath(uploadId, level + 1);
  if (path === null) return null;
  const deepestLevel = path.length - 1;
  if (deepestLevel < 1) return <p className="small muted">{custodianWords.exampleNoFolders}</p>;
  return (
    <div>
      <div className="field-label">{custodianWords.example}</div>
      <div className="custodian-example-path selectable" role="status">
        {path.map((segment, depth) => (
          // Folders on a path can share a name, so the key is the path.
          <Fragment key={path.slice(0, depth + 1).join('/')}>
            {depth === 0 ? null : <span className="faint"> › </span>}
            {depth === level ? <mark>{printable(segment)}</mark> : printable(segment)}
          </Fragment>
        ))}
      </div>
      {deepestLevel < level ? <p className="small muted">{custodianWords.exampleTooShallow}</p> : null}
    </div>
  );
}

/** A folder path from the source down to `depth`, or as deep as the first folders go. Null while it loads. */
function useExamplePath(uploadId: number, depth: number): readonly string[] | null {
  const [path, setPath] = useState<readonly string[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    async function descend() {
      const names: string[] = [];
      let parentId: number | null = null;
      while (names.length <= depth) {
        const answer: Result<Answer<'drafts.folders'>> = await call('drafts.folders', {
          uploadId,
          parentId,
          offset: 0,
          limit: 50,
        });
        if (!isCurrent || !answer.ok) return;
        const folders: readonly FolderView[] = answer.value.folders;
        const next: FolderView | undefined = folders.find((folder) => folder.hasChildren) ?? folders[0];
        if (next === undefined) break;
        names.push(next.name);
        if (!next.hasChildren) break;
        parentId = next.id;
      }
      setPath(names);
    }
    void descend();
    return () => {
      isCurrent = false;
    };
  }, [uploadId, depth]);
  return path;
}
