import { plural } from './common.ts';

export const help = {
  title: 'Help',
  about: 'The user guide and the keyboard shortcuts of this version.',
  pages: 'Pages of Help',
  search: 'Search the user guide',
  results: (amount: number) =>
    amount === 0
      ? 'No section of the user guide has all of these words.'
      : `${plural(amount, 'section', 'sections')} found`,
  shortcuts: 'Keyboard shortcuts',
  everywhere: 'On every screen',
  onSomeScreens: 'Where the screen offers it',
  command: 'Command',
  keys: 'Keys',
  lists:
    'In lists, the arrow keys, Page Up, Page Down, Home, and End move between rows, letters go to the row that starts with them, the space bar selects, and Enter opens.',
} as const;
