import { expect, it } from 'vitest';
import { changeText } from '../../preload/contract/texts/change-text.ts';
import { changeQuestion } from './change-questions.ts';

const host = 'review.example';

it('shows a line for each of several changes, and counts what all of them do', () => {
  const grant = (id: number, after: readonly string[]) =>
    changeText(
      {
        operation: 'PutDatabaseUser',
        database: { id: 3, name: 'Ferrand Shipping' },
        person: { id, record: { firstName: 'Ada' } },
        permissions: { before: ['DB_UPLOAD'], after },
      },
      host,
    );
  const changes = Array.from({ length: 40 }, (_, index) => grant(index, ['DB_UPLOAD', `NEWER_${index}`]));
  changes.splice(30, 1, grant(30, ['DB_ADMIN']));
  const { message, detail, action } = changeQuestion(changes, host);
  expect([message, action]).toEqual(['Make 40 changes?', 'Make 40 changes']);
  expect(detail).toContain('Ada (ID 0) in Ferrand Shipping (ID 3): Upload → Upload; NEWER_0\n');
  expect(detail).toContain('And 28 more.');
  expect(detail).toContain(
    'All 40 changes: 1 × adds Database admin, 1 × removes Upload, 39 × adds another permission',
  );
  expect(detail.split('\n').length).toBeLessThan(25);
  expect(changeQuestion(changes.slice(0, 1), host).message).toBe(changes[0]?.message);
});
