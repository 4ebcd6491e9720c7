import { expect, test } from 'vitest';
import { covers } from './covers.ts';
import { readFieldList } from './fields.ts';
import { readSections } from './markdown.ts';
import { reportConformance } from './report.ts';
import { readSpecification } from './specification.ts';

const specification = readSpecification();
const { statements, operations, fields } = specification;

test('every numbered operation is read with its columns, and named ones beside them', () => {
  const numbered = operations
    .map(({ id }) => /^operation (\d+)$/.exec(id)?.[1])
    .filter((number) => number !== undefined);
  expect(numbered).toEqual(Array.from({ length: 29 }, (_, index) => String(index + 1)));
  expect(operations.find(({ id }) => id === 'operation 6')).toMatchObject({
    extended: false,
    parameters: expect.stringContaining('year (integer, four digits, default current)'),
    body: 'none',
    response: expect.stringMatching(/^DatabaseBilling\[\] /),
    access: 'org admin; (ext) or parent org admin',
  });
  expect(operations.filter(({ id }) => !/\d/.test(id)).map(({ id }) => id)).toEqual([
    'operation sync-custodians-of-a-legal-hold-directory',
    'operation PostDatabaseDataset',
    'operation PostDatasetFile',
    'operation PostSourceFilePart',
    'operation PostSourceFile',
    'operation GetProjectUsers',
    'operation GetProjectUser',
  ]);
});

test('every section from 1 to 9 states something, and every statement is in one', () => {
  const sections = specification.sections.map(({ number }) => number);
  const silent = sections.filter((number) => !statements.some(({ section }) => section === number));
  // A heading over subsections.
  expect(silent).toEqual(['3']);
  expect(statements.filter(({ section }) => !sections.includes(section))).toEqual([]);
});

test.each([
  ['Database.databaseFields.value', 'string', false],
  ['Database.owningOrganizationId', 'integer', true],
  ['User.organizations.orgAdmin', 'boolean', false],
  ['User.permissions', 'array of OrganizationPermissions', true],
  ['Project.database.context', 'string enum', false],
  ['MonthStatus.deletionRequested', 'timestamp', false],
  ['MonthStatus.frozen', 'timestamp', true],
  ['ProjectBilling.created', 'timestamp', false],
  ['ProjectBilling.monthBilling', 'MonthBilling', false],
  ['DatabaseBilling.creditUsage', 'CreditUsage', true],
  ['ParentOrganizationBilling.suspended', 'MonthBilling', true],
  ['DatabaseSize.producedDocs.textSize', 'integer', false],
  ['DatabaseUserPermissionRecord.active', 'boolean', true],
  ['Invitation.lastName', 'string', true],
  ['OrganizationEvent.data', 'object', true],
  ['CustodianSyncResult.custodians', 'array of strings', false],
  ['SourceFile.passwords', 'array of strings', false],
  ['UserIdentifierRecord.label', 'string', false],
])('field %s is a %s', (id, type, extended) => {
  expect(fields.find((field) => field.id === `field ${id}`)).toMatchObject({ type, extended });
});

test('only two fields have no stated type', () => {
  expect(fields.filter(({ type }) => type === '').map(({ id }) => id)).toEqual([
    'field Dataset.deduplication',
    'field Dataset.timezone',
  ]);
});

test('values of enumerations are read', () => {
  expect(specification.enumerations.get('DatabasePermissions')).toEqual([
    'DB_ADMIN',
    'DB_UPLOAD',
    'DB_DELETE',
    'DB_LEGAL_HOLD',
  ]);
  expect(specification.enumerations.get('OrganizationPermissions')).toHaveLength(4);
});

test.each([
  ['rule 1.5.5', 'A database billing response contains'],
  ['rule 3.1.3', 'UPLOADING · complete-upload'],
  ['rule 4.common-rules.4', 'Base address'],
  ['rule 4.2.custodian-sync-rules.10', 'Access: org admin or legal hold'],
  ['rule 4.3.deduplication', 'deduplication · exact duplicates'],
  ['rule 8.part-size', 'Part size · 5 MB to 5 GB'],
  ['rule 8.recommended-part-size', 'Recommended part size: the larger of'],
])('%s starts with "%s"', (id, start) => {
  expect(statements.find((statement) => statement.id === id)?.text.startsWith(start)).toBe(true);
});

test('a line of the document that becomes no statement is a heading, a table head, or ends with a colon', () => {
  const blocks = specification.sections.flatMap((section) => section.blocks);
  const leads = blocks.filter((block) => block.kind !== 'row' && block.text.endsWith(':'));
  expect(leads.map((block) => (block.kind === 'row' ? '' : block.text))).toEqual([
    'Entity hierarchy:',
    'Permissions:',
    'Billing semantics:',
    'Common rules:',
    'Custodian sync rules (4.1 first row):',
  ]);
  const sections = [...new Set(statements.map(({ section }) => section))];
  for (const number of sections) {
    const stating = readBlocksOf(number).filter((block) => block.kind === 'row' || !block.text.endsWith(':'));
    expect(statements.filter(({ section }) => section === number).length).toBeGreaterThanOrEqual(
      stating.length,
    );
  }
});

const readBlocksOf = (number: string) =>
  specification.sections.find((section) => section.number === number)?.blocks ?? [];

test('a plural is the type of every name before it, a singular of its own name', () => {
  expect(readFieldList('id, name (string), a, b (numbers), c (timestamp, ext); d').fields).toEqual([
    { name: 'id', type: '', note: '', extended: false },
    { name: 'name', type: 'string', note: 'string', extended: false },
    { name: 'a', type: 'number', note: '', extended: false },
    { name: 'b', type: 'number', note: 'numbers', extended: false },
    { name: 'c', type: 'timestamp', note: 'timestamp, ext', extended: true },
    { name: 'd', type: '', note: '', extended: false },
  ]);
});

test('bullets below a number are numbered inside it', () => {
  const [section] = readSections('## 1. Title\n\n1. One\n2. Two:\n   - a\n   - b\n3. Three\n');
  expect(section?.blocks).toEqual([
    { kind: 'item', position: [1], text: 'One' },
    { kind: 'item', position: [2], text: 'Two:' },
    { kind: 'item', position: [2, 1], text: 'a' },
    { kind: 'item', position: [2, 2], text: 'b' },
    { kind: 'item', position: [3], text: 'Three' },
  ]);
});

test('two statements with one id are refused', () => {
  expect(() => readSpecification('## 1. Title\n\nOne two: a\n\nOne two: b\n')).toThrow('rule 1.one-two');
});

test('a field list that is not understood is refused', () => {
  expect(() => readSpecification('## 2. R\n\n### 2.1 Thing\n\nFields: id (integer), Not a field.\n')).toThrow(
    'Not a field',
  );
});

test('an id that the specification does not have is refused', () => {
  expect(() => covers('rule 7.4', 'rule 7.40')).toThrow("doesn't state: rule 7.40");
});

test('only a test that passed covers a statement', () => {
  const assertion = (title: string, status: string, covers: string[] = [], stores: string[] = []) => ({
    ancestorTitles: ['a row'],
    title,
    status,
    meta: { covers, stores },
  });
  const report = {
    testResults: [
      {
        name: '/repository/test/a.test.ts',
        assertionResults: [
          assertion('passes | both', 'passed', ['rule 1.1']),
          assertion('keeps it', 'passed', [], ['rule 1.1', 'rule 1.3']),
          assertion('fails', 'failed', ['rule 1.2']),
          assertion('is skipped', 'skipped', ['rule 1.2']),
          assertion('covers nothing', 'passed'),
        ],
      },
    ],
  };
  const given = readSpecification('## 1. Title\n\n1. One\n2. Two\n3. Three\n');
  const { markdown, uncovered } = reportConformance(report, '/repository', given);
  expect(uncovered).toEqual(['rule 1.2']);
  expect(markdown).toContain(
    [
      '| rule 1.1 | One | shown | `test/a.test.ts`: a row › keeps it<br>`test/a.test.ts`: a row › passes \\| both |',
      '| rule 1.2 | Two | no |  |',
      '| rule 1.3 | Three | stored only | `test/a.test.ts`: a row › keeps it |\n',
    ].join('\n'),
  );
});
