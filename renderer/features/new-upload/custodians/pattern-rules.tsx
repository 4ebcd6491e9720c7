import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { type CustodianRule, maxPatternChars } from '../../../../preload/contract/views/custodian-rule.ts';
import { words } from '../../../i18n/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';

const custodianWords = words.newUploadCustodians;

type PatternRule = Extract<CustodianRule, { kind: 'pattern' }>;

/** Regular expressions over paths, the first of which that matches names the custodian. */
export function PatternRules({
  patterns,
  canAdd,
  failure,
  onChange,
  onCommit,
}: {
  readonly patterns: readonly PatternRule[];
  readonly canAdd: boolean;
  readonly failure: Failure | null;
  /** While a person types. */
  readonly onChange: (patterns: readonly PatternRule[]) => void;
  readonly onCommit: (patterns: readonly PatternRule[]) => void;
}) {
  const replaced = (index: number, change: Partial<PatternRule>) =>
    patterns.map((each, at) => (at === index ? { ...each, ...change } : each));
  return (
    <div className="custodian-rule">
      {patterns.map((rule, index) => (
        // Patterns have no identity but their place in the order.
        <div key={`pattern-${patterns.length}-${String(index)}`} className="custodian-rule">
          <Field
            mono
            label={custodianWords.pattern(index + 1, patterns.length)}
            value={rule.pattern}
            maxLength={maxPatternChars}
            placeholder={custodianWords.patternExample}
            hint={custodianWords.patternHint}
            error={problemOf(rule, failure)}
            onChange={(pattern) => onChange(replaced(index, { pattern }))}
            onBlur={() => onCommit(patterns)}
          />
          <div className="custodian-pattern-options">
            <Checkbox
              selected={rule.ignoreCase}
              onChange={(ignoreCase) => {
                const next = replaced(index, { ignoreCase });
                onChange(next);
                onCommit(next);
              }}
            >
              {custodianWords.ignoreCase}
            </Checkbox>
            <Button
              small
              variant="quiet"
              onPress={() => {
                const next = patterns.toSpliced(index, 1);
                onChange(next);
                onCommit(next);
              }}
            >
              {custodianWords.removePattern}
            </Button>
          </div>
        </div>
      ))}
      {canAdd ? (
        <div>
          <Button
            small
            icon="add"
            onPress={() => onChange([...patterns, { kind: 'pattern', pattern: '', ignoreCase: true }])}
          >
            {custodianWords.addPattern}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function problemOf({ pattern }: PatternRule, failure: Failure | null): string | null {
  if (failure?.code !== 'custodian-pattern-invalid' || failure.pattern !== pattern) return null;
  return failure.problem === null
    ? custodianWords.patternWithoutGroup
    : custodianWords.patternInvalid(failure.problem, failure.position ?? 1);
}
