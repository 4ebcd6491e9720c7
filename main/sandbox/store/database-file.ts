export const databaseFileName = 'sandbox.db';
