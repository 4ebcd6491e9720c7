import { describe, expect, it } from 'vitest';
import { permissionOf } from './database-access.ts';

describe('the permission to upload', () => {
  it.each([
    ['is granted by its own permission', { permissions: ['DB_UPLOAD'] }, 'granted'],
    ['is granted beside others', { permissions: ['DB_ADMIN', 'DB_UPLOAD'], active: true }, 'granted'],
    ['is not known for an administrator without it', { permissions: ['DB_ADMIN'] }, 'unknown'],
    ['is missing without it', { permissions: ['DB_DELETE', 'DB_LEGAL_HOLD'] }, 'missing'],
    ['is missing without any permission', { permissions: [] }, 'missing'],
    ['is missing for an inactive account', { permissions: ['DB_UPLOAD'], active: false }, 'missing'],
  ])('%s', (_, record, expected) => {
    expect(permissionOf(record)).toBe(expected);
  });
});
