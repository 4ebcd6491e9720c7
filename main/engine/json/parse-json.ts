/** JSON files that people write. Every problem is named with its line, and a misspelled name with the one that is meant. */
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { z } from 'zod';
import { issuesInside, issueText } from '../../../preload/contract/texts/issue-text.ts';
import { measureJson } from '../types/json-excess.ts';
import { nearestName } from './nearest-name.ts';

/** To compile the check takes longer than to check one file. */
const parsedOnce = { jitless: true } as const;
const maxProblems = 5;
/** A reason quotes names from the file, which may be as long as the file. */
const maxReasonLength = 300;
/** The deepest file that Lading knows has 6 levels. */
const maxDepth = 64;

export interface JsonProblems {
  /** "line 3, column 5: limits.partSize: …", at most five. */
  readonly problems: string[];
  /** How many more there are. */
  readonly more: number;
}
export type ParsedJson<T> =
  | { readonly ok: true; readonly value: T }
  | ({ readonly ok: false } & JsonProblems);

interface Problem {
  readonly offset: number;
  readonly reason: string;
  readonly absent?: boolean;
}

/** Parses and checks. `root` names the outermost value, as in "the profile". */
export function parseJson<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  root: string,
): ParsedJson<z.output<Schema>> {
  const source = text.replace(/^\uFEFF/, '');
  // The parser is recursive.
  const { excess } = measureJson(source, { depth: maxDepth, values: Number.POSITIVE_INFINITY });
  if (excess !== null) return refused(source, [{ offset: excess.offset, reason: 'nested too deeply' }]);
  const json = plainJson(source);
  const repeated = json === undefined ? [] : repeatedNames(source);
  if (repeated.length > 0)
    return refused(
      source,
      repeated.map(({ offset, name, firstLine }) => ({
        offset,
        reason: `${name} is given twice, first in line ${firstLine}`,
      })),
    );
  const parsed = schema.safeParse(json, parsedOnce);
  if (parsed.success) return { ok: true, value: parsed.data };
  return refused(source, findProblems(source, parsed.error.issues, schema, root));
}

function plainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** With their places in the file. The tree that has them takes longer than all else here. */
function findProblems(
  source: string,
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  root: string,
): readonly Problem[] {
  const errors: ParseError[] = [];
  const tree = parseLines(source, errors);
  if (tree === 'too-deep') return [{ offset: 0, reason: 'nested too deeply' }];
  if (tree === undefined || errors.length > 0) {
    const found = errors.map(({ offset, error }) => ({
      offset,
      reason: toWords(printParseErrorCode(error)),
    }));
    return found.length > 0 ? found : [{ offset: 0, reason: 'the file is empty' }];
  }
  const problems = issues.flatMap(issuesInside).flatMap((issue) => locate(issue, tree, schema, root));
  // A misspelled name is reported before the name that is missing because of it.
  return [
    ...problems.filter(({ absent }) => absent !== true),
    ...problems.filter(({ absent }) => absent === true),
  ];
}

/** A quote in a comment, or a line that ends inside a string, hides nesting from `measureJson`. */
function parseLines(source: string, errors: ParseError[]): Node | undefined | 'too-deep' {
  try {
    return parseTree(source, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (error instanceof RangeError) return 'too-deep';
    throw error;
  }
}

/** PropertyNameExpected → "property name expected". */
function toWords(code: string): string {
  if (code === 'InvalidCommentToken') return "JSON can't have comments";
  return code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}

type Location = readonly (string | number)[];

function locate(issue: z.core.$ZodIssue, tree: Node, schema: z.ZodType, root: string): readonly Problem[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const known = knownNames(schema, path);
    return issue.keys.map((key) => {
      const nearest = nearestName(key, known);
      const hint = nearest === null ? '' : ` (did you mean ${nearest}?)`;
      return {
        offset: (findNodeAtLocation(tree, [...path, key])?.parent ?? tree).offset,
        reason: `${[...path, key].join('.')}: unknown name${hint}`,
      };
    });
  }
  const node = findNodeAtLocation(tree, [...path]);
  const named = path.join('.') || root;
  return [
    node === undefined
      ? { offset: closestAncestor(tree, path).offset, reason: `${named} is missing`, absent: true }
      : { offset: node.offset, reason: `${named}: ${issueText(issue)}` },
  ];
}

function closestAncestor(root: Node, location: Location): Node {
  for (let depth = location.length - 1; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(root, location.slice(0, depth));
    if (node !== undefined) return node;
  }
  return root;
}

const schemaNode = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  /** The names of a record, where they are a closed set. */
  propertyNames: z.object({ enum: z.array(z.string()).optional() }).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** The names that an object at this place may have. */
function knownNames(schema: z.ZodType, path: Location): readonly string[] {
  const whole: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const at = path.reduce<readonly unknown[]>(
    (nodes, step) =>
      nodes
        .flatMap(alternatives)
        .flatMap(({ properties, additionalProperties, items }) =>
          typeof step === 'number' ? [items] : [properties?.[step] ?? additionalProperties],
        ),
    [whole],
  );
  return at
    .flatMap(alternatives)
    .flatMap(({ properties, propertyNames }) => [
      ...Object.keys(properties ?? {}),
      ...(propertyNames?.enum ?? []),
    ]);
}

function alternatives(node: unknown): readonly z.infer<typeof schemaNode>[] {
  const parsed = schemaNode.safeParse(node);
  if (!parsed.success) return [];
  return [parsed.data, ...(parsed.data.anyOf ?? []).flatMap(alternatives)];
}

function refused(source: string, found: readonly Problem[]): { readonly ok: false } & JsonProblems {
  const problems = found.slice(0, maxProblems).map(({ offset, reason }) => {
    const before = source.slice(0, offset).split(/\r\n|\r|\n/);
    return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${shorten(reason)}`;
  });
  return { ok: false, problems, more: Math.max(0, found.length - maxProblems) };
}

function shorten(reason: string): string {
  if (reason.length <= maxReasonLength) return reason;
  return `${reason.slice(0, maxReasonLength).toWellFormed()}…`;
}

interface RepeatedName {
  readonly offset: number;
  /** "watch.0.database" */
  readonly name: string;
  /** From 1. */
  readonly firstLine: number;
}

/**
 * The names that an object of the file has more than once: JSON.parse takes the last of two values and says nothing.
 * `source` is valid JSON that isn't nested deeply: this recurses.
 */
function repeatedNames(source: string): readonly RepeatedName[] {
  const found: RepeatedName[] = [];
  const objects: Map<string, number>[] = [];
  visit(source, {
    onObjectBegin: () => void objects.push(new Map()),
    onObjectProperty(name, offset, _length, line, _column, path) {
      const lines = objects.at(-1);
      const firstLine = lines?.get(name);
      if (firstLine === undefined) lines?.set(name, line + 1);
      else found.push({ offset, name: [...path(), name].join('.'), firstLine });
    },
    onObjectEnd: () => void objects.pop(),
  });
  return found;
}
