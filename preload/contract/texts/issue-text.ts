/** What a value has to be, in words: of a JSON file, and of a field in the window. Pure. */
import type { z } from 'zod';

/** After the name of the field: "must be a whole number". A schema's own message stays as it is. */
export function issueText(issue: z.core.$ZodIssue): string {
  const requirement = /^(?:Invalid|Too)\b/.test(issue.message) ? requirementOf(issue) : null;
  return requirement === null ? issue.message : `must ${requirement}`;
}

/** "be a number", "have at least 2 entries"; null where nothing says it better than the issue's own message. */
function requirementOf(issue: z.core.$ZodIssue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return `be ${types[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `be ${anyOf(issue.values.map((value) => JSON.stringify(value)))}`;
    case 'invalid_union':
      return unionOf(issue.errors);
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'not be empty';
      return limit(issue.origin, 'at least', Number(issue.minimum));
    case 'too_big':
      return limit(issue.origin, 'at most', Number(issue.maximum));
    default:
      return null;
  }
}

const types: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text in quotes',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
  record: 'an object in { }',
};

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function limit(origin: string, bound: 'at least' | 'at most', amount: number): string {
  const unit = units[origin];
  return unit === undefined
    ? `be ${bound} ${amount}`
    : `have ${bound} ${amount} ${amount === 1 ? unit[0] : unit[1]}`;
}

/**
 * A value of a union that has the shape of one alternative is refused for what is wrong inside that shape: the issues of that
 * alternative, with their paths. Otherwise the issue itself.
 */
export function issuesInside(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const shaped = issue.errors.filter((issues) => issues.every(isInside));
  const [only] = shaped;
  if (only === undefined || shaped.length > 1) return [issue];
  return only.flatMap((inner) => issuesInside({ ...inner, path: [...issue.path, ...inner.path] }));
}

const isInside = ({ path, code }: z.core.$ZodIssue) => path.length > 0 || code === 'unrecognized_keys';

/** Where each alternative refuses the value as a whole. */
function unionOf(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string | null {
  const requirements = alternatives.map(([first]) =>
    first === undefined || first.path.length > 0 ? null : requirementOf(first),
  );
  const shapes = requirements.flatMap((each) => (each?.startsWith('be ') === true ? [each.slice(3)] : []));
  return shapes.length === alternatives.length ? `be ${anyOf([...new Set(shapes)])}` : null;
}

function anyOf(shapes: readonly string[]): string {
  const last = shapes.at(-1) ?? '';
  return shapes.length < 3 ? shapes.join(' or ') : `${shapes.slice(0, -1).join(', ')}, or ${last}`;
}
