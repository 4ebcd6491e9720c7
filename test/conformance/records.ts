/** Section 2: a record's fields are in tables, and in paragraphs such as `StorageSizes: billableGb, nativeBytes (numbers).` */
import { type ListedField, readFieldList, splitAtTopLevel } from './fields.ts';
import type { Section } from './markdown.ts';
import { type Field, isExtended, type Rule, type Statement, slug } from './statements.ts';

export function readRecordRow(
  [first = '', second = '', notes = '']: readonly string[],
  section: Section,
  header: 'Field' | 'Record',
): readonly Field[] {
  if (header === 'Record') return listed(pascal(first), second, section);
  const record = pascal(section.title);
  return first.split(', ').flatMap((name) => {
    const field = { name, type: second, note: notes, extended: isExtended(notes) };
    const inside = fieldsInside(second, notes);
    return [
      toField(record, field, section),
      ...inside.map((each) => toField(record, { ...each, name: `${name}.${each.name}` }, section)),
    ];
  });
}

/** `array of {id integer}`, `array of objects` with `Each: …`, or `object` with its fields beside it. */
function fieldsInside(type: string, notes: string): readonly ListedField[] {
  const [, braced] = /\{(.*)\}/.exec(type) ?? [];
  if (braced !== undefined) return readFieldList(braced).fields;
  if (type === 'array of objects') return readFieldList(notes.replace('Each: ', '')).fields;
  return type === 'object' ? readFieldList(notes).fields : [];
}

export function readRecordParagraph(text: string, section: Section): readonly Statement[] {
  const [first = '', ...others] = splitAtTopLevel(text.replace(/\.$/, ''), '. ');
  const [, title, list = ''] = /^([A-Z][\w-]*(?: record)?(?: \(.*?\))?): (?!.*[A-Z]_)(.*)$/.exec(first) ?? [];
  const [, parts] = /^Object with (.*)$/.exec(first) ?? [];
  const [, path, type = ''] = /^data\.(\w+): ([\w ]+)/.exec(first) ?? [];
  if (parts !== undefined) return readNested(parts, others, section);
  if (path !== undefined) {
    const field = { name: path, type, note: '', extended: false };
    return [toField(pascal(section.title), field, section), rule(section, text.replace(/^[^;]*; /, ''))];
  }
  if (title === undefined) return [rule(section, text)];
  const record = title === 'Fields' ? section.title : title;
  const rest = others.join('. ');
  return [
    ...listed(pascal(record), list, section, isExtended(record)),
    ...(rest === '' ? [] : [rule(section, rest)]),
  ];
}

/** `Object with a, b (…). Each: c, d (integers). Units: not shown.` */
function readNested(parts: string, others: readonly string[], section: Section): readonly Statement[] {
  const record = pascal(section.title);
  const each = readFieldList(others[0]?.replace('Each: ', '') ?? '').fields;
  const fields = readFieldList(parts).fields.flatMap(({ name }) => [
    toField(record, { name, type: 'object', note: '', extended: false }, section),
    ...each.map((field) => toField(record, { ...field, name: `${name}.${field.name}` }, section)),
  ]);
  return [...fields, ...others.slice(1).map((other) => rule(section, other))];
}

function listed(record: string, list: string, section: Section, extended = false): readonly Field[] {
  const { fields, rest } = readFieldList(list);
  const unread = rest.filter((piece) => !/^(plus|aggregated) /.test(piece));
  if (unread.length > 0) throw new Error(`No field of ${record}: ${unread.join(', ')}`);
  return fields.map((field) => toField(record, { ...field, extended: extended || field.extended }, section));
}

const toField = (record: string, { name, type, note, extended }: ListedField, section: Section): Field => ({
  kind: 'field',
  id: `field ${record}.${name}`,
  section: section.number,
  text: [...(note.startsWith(type) ? [] : [type]), note].filter((part) => part !== '').join('; '),
  record,
  path: name,
  type,
  extended: extended || isExtended(section.title),
});

const rule = ({ number }: Section, text: string): Rule => ({
  kind: 'rule',
  id: `rule ${number}.${slug(text)}`,
  section: number,
  text,
});

/** `Source file` is SourceFile, `Invitation (ext)` is Invitation. */
const pascal = (title: string): string =>
  title.replace(/ \(.*\)/, '').replace(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase());
