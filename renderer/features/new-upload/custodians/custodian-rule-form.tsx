import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import {
  type CustodianRule,
  type CustodianRules,
  type MapRule,
  maxCustodianChars,
  maxCustodianRules,
  maxFolderLevel,
} from '../../../../preload/contract/views/custodian-rule.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { CustodianMapRule } from './custodian-map-rule.tsx';
import { PatternRules } from './pattern-rules.tsx';
import { RuleExample } from './rule-example.tsx';

const custodianWords = words.newUploadCustodians;
/** Long enough to write a name in one go. */
const typingPauseMs = 1_500;

/** Rules that are being edited, and the default: what the preview shows. */
export interface EditedRules {
  readonly rules: CustodianRules;
  readonly custodian: string | null;
}

type PatternRule = Extract<CustodianRule, { kind: 'pattern' }>;

/**
 * The custodian rules in the order in which they apply, and the default. A choice applies right away, a text when it is
 * left; until then its effect is previewed.
 */
export function CustodianRuleForm({
  upload,
  pendingSave,
  onEdit,
  onShowNotInCsv,
  previewFailure,
}: {
  readonly upload: UploadView;
  readonly pendingSave: RefObject<Promise<unknown>>;
  /** Called with null once what was edited applies. */
  readonly onEdit: (edited: EditedRules | null) => void;
  /** Shows the folders that no row of the CSV names. */
  readonly onShowNotInCsv: () => void;
  /** Why the rules that are being edited can't be previewed. */
  readonly previewFailure: Failure | null;
}) {
  const set = useCommand('drafts.setCustodians');
  /** What is being applied: with a million files that takes a while, and the next change builds on it. */
  const [applying, setApplying] = useState<EditedRules | null>(null);
  const latest = applying ?? { rules: upload.custodianRules, custodian: upload.custodian };
  const applied = rulesByKind(latest.rules);
  const [patterns, setPatterns] = useState(applied.patterns);
  const [level, setLevel] = useState(applied.level ?? 1);
  const [name, setName] = useState(upload.custodian ?? '');
  const isByFolder = applied.level !== null;

  const request = (next: {
    readonly map?: MapRule | null;
    readonly patterns?: readonly PatternRule[];
    readonly level?: number | null;
  }): EditedRules => {
    const map = next.map === undefined ? applied.map : next.map;
    const folder = next.level === undefined ? applied.level : next.level;
    return {
      rules: [
        ...(map === null ? [] : [map]),
        ...(next.patterns ?? patterns).filter(({ pattern }) => pattern !== ''),
        ...(folder === null ? [] : [{ kind: 'folder', level: folder } as const]),
      ],
      custodian: name.trim() === '' ? null : name.trim(),
    };
  };
  const apply = (next: EditedRules) => {
    const saved = set.run({ uploadId: upload.id, rules: [...next.rules], custodian: next.custodian });
    pendingSave.current = saved;
    setApplying(next);
    void saved.then((answer) => {
      if (pendingSave.current !== saved) return;
      setApplying(null);
      if (answer.ok) onEdit(null);
    });
  };
  const applyDefault = () => {
    if (name.trim() !== (latest.custodian ?? '')) apply(request({}));
  };
  useOnTypingPause(name, applyDefault);
  const isApplied = ({ rules, custodian }: EditedRules): boolean =>
    JSON.stringify([rules, custodian]) === JSON.stringify([latest.rules, latest.custodian]);

  return (
    <div className="stack">
      <CustodianMapRule
        upload={upload}
        rule={applied.map}
        onChange={(map) => apply(request({ map }))}
        onShowNotInCsv={onShowNotInCsv}
      />
      <PatternRules
        patterns={patterns}
        canAdd={patterns.length + 2 < maxCustodianRules}
        failure={set.failure ?? previewFailure}
        onChange={(next) => {
          setPatterns(next);
          onEdit(request({ patterns: next }));
        }}
        onCommit={(next) => {
          const edited = request({ patterns: next });
          if (isApplied(edited)) onEdit(null);
          else apply(edited);
        }}
      />
      <div className="custodian-rule">
        <Checkbox
          selected={isByFolder}
          onChange={(selected) => apply(request({ level: selected ? level : null }))}
        >
          {custodianWords.folderName}
        </Checkbox>
        {isByFolder ? (
          <>
            <NumberField
              label={custodianWords.folderLevel}
              value={level}
              min={1}
              max={maxFolderLevel}
              error={Number.isInteger(level) ? null : custodianWords.folderLevelInvalid}
              onChange={(next) => {
                setLevel(next);
                if (Number.isInteger(next)) apply(request({ level: next }));
              }}
            />
            <RuleExample uploadId={upload.id} level={applied.level ?? level} />
          </>
        ) : null}
      </div>
      <Field
        label={custodianWords.defaultCustodian}
        value={name}
        onChange={setName}
        onBlur={applyDefault}
        onEnter={applyDefault}
        hint={custodianWords.defaultHint}
        maxLength={maxCustodianChars}
      />
      {set.failure === null || set.failure.code === 'custodian-pattern-invalid' ? null : (
        <div data-problem="" tabIndex={-1}>
          <FailureNotice failure={set.failure} onDismiss={set.dismiss} />
        </div>
      )}
    </div>
  );
}

/** Where a person stops typing without leaving the field, such as after emptying it. */
function useOnTypingPause(text: string, onPause: () => void): void {
  const latest = useRef(onPause);
  useEffect(() => {
    latest.current = onPause;
  });
  const shown = useRef(text);
  useEffect(() => {
    if (shown.current === text) return;
    shown.current = text;
    const timer = window.setTimeout(() => latest.current(), typingPauseMs);
    return () => window.clearTimeout(timer);
  }, [text]);
}

function rulesByKind(rules: CustodianRules): {
  readonly map: MapRule | null;
  readonly patterns: readonly PatternRule[];
  readonly level: number | null;
} {
  return {
    map: rules.find((rule) => rule.kind === 'map') ?? null,
    patterns: rules.filter((rule) => rule.kind === 'pattern'),
    level: rules.find((rule) => rule.kind === 'folder')?.level ?? null,
  };
}
