/**
 * What the specification states, each with an id that tests name: every operation, field, and rule. Taken from the tables,
 * lists, and paragraphs of docs/platform-interface.md, so nothing is listed a second time beside it.
 */
import { readFileSync } from 'node:fs';
import { type Block, readSections, type Section } from './markdown.ts';
import { readRecordParagraph, readRecordRow } from './records.ts';
import {
  type Field,
  isExtended,
  type Operation,
  type Rule,
  type Statement,
  slug,
  slugOfTitle,
} from './statements.ts';

export interface Specification {
  readonly sections: readonly Section[];
  /** In the order of the document. */
  readonly statements: readonly Statement[];
  readonly operations: readonly Operation[];
  readonly fields: readonly Field[];
  /** The values of an enumeration by its name, such as DatabasePermissions. */
  readonly enumerations: ReadonlyMap<string, readonly string[]>;
}

const file = new URL('../../docs/platform-interface.md', import.meta.url);

export function readSpecification(markdown = readFileSync(file, 'utf8')): Specification {
  const sections = readSections(markdown);
  const statements = sections.flatMap(readSection);
  const fields = statements.filter((statement) => statement.kind === 'field');
  const ids = statements.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`Not unique in the specification: ${twice.join(', ')}`);
  return {
    sections,
    statements,
    operations: statements.filter((statement) => statement.kind === 'operation'),
    fields: fields.map((field) => ({
      ...field,
      type: field.type === '' ? typeElsewhere(field, fields) : field.type,
    })),
    enumerations: new Map(statements.flatMap(({ text }) => readEnumeration(text))),
  };
}

/** A field whose type isn't stated has that of the record with its name, or of the same field in a record above. */
function typeElsewhere({ path }: Field, fields: readonly Field[]): string {
  const record = path.replace(/^./, (first) => first.toUpperCase());
  if (fields.some((field) => field.record === record)) return record;
  const name = path.split('.').at(-1);
  return fields.find((field) => field.path === name && field.type !== '')?.type ?? '';
}

function readEnumeration(text: string): readonly (readonly [string, readonly string[]])[] {
  const [, name, values] = /^(\w+) values: ([A-Z_, ]+)\.$/.exec(text) ?? [];
  return name === undefined || values === undefined ? [] : [[name, values.split(', ')]];
}

function readSection(section: Section): readonly Statement[] {
  let list = '';
  let rows = 0;
  return section.blocks.flatMap((block): readonly Statement[] => {
    if (block.kind === 'row') {
      rows += 1;
      return readRow(block, section, rows);
    }
    // What ends with a colon is stated by the items or rows below it.
    if (block.text.endsWith(':')) {
      if (block.kind === 'paragraph') list = `${slug(block.text)}.`;
      return [];
    }
    if (block.kind === 'item') return [rule(section, `${list}${block.position.join('.')}`, block.text)];
    const stated = section.number.startsWith('2.')
      ? readRecordParagraph(block.text, section)
      : [rule(section, slug(block.text), block.text)];
    return [...stated, ...readNamedOperations(block.text, section)];
  });
}

function readRow(
  { header, cells }: Block & { kind: 'row' },
  section: Section,
  index: number,
): readonly Statement[] {
  const [first = '', ...others] = cells;
  const text = cells.filter((cell) => cell !== '').join(' · ');
  switch (header[0]) {
    case '#': {
      const [title = '', parameters = '', body = '', response = '', access = ''] = others;
      const operation: Operation = {
        kind: 'operation',
        id: `operation ${first}`,
        section: section.number,
        text: title,
        extended: isExtended(title),
        parameters,
        body,
        response,
        access,
      };
      return [operation, ...readNamedOperations(response, section)];
    }
    case 'Operation': {
      const [, name = slugOfTitle(first)] = /\((\w+)\)/.exec(first) ?? [];
      return [namedOperation(name, text, section)];
    }
    case 'Field':
    case 'Record':
      return readRecordRow(cells, section, header[0]);
    case 'State':
      return [rule(section, String(index), text)];
    default:
      return [rule(section, slugOfTitle(first), text)];
  }
}

/** `the operation named GetProjectUsers`: an operation about which nothing else is shown. */
const readNamedOperations = (text: string, section: Section): readonly Operation[] =>
  Array.from(text.matchAll(/operation named (\w+)/g), ([words, name = '']) =>
    namedOperation(name, words, section),
  );

const namedOperation = (name: string, text: string, { number }: Section): Operation => ({
  kind: 'operation',
  id: `operation ${name}`,
  section: number,
  text,
  extended: false,
  parameters: '',
  body: '',
  response: '',
  access: '',
});

const rule = ({ number }: Section, label: string, text: string): Rule => ({
  kind: 'rule',
  id: `rule ${number}.${label}`,
  section: number,
  text,
});
