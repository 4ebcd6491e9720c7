/** Days of the week as people read them; 0 is Sunday. */

export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** The week starts on Monday. */
export const weekdayOrder = [1, 2, 3, 4, 5, 6, 0] as const;

/** "Every day", "Monday to Friday", "Monday, Wednesday and Sunday" */
export function weekdaysText(days: readonly number[]): string {
  switch (days.toSorted((a, b) => a - b).join('')) {
    case '0123456':
      return 'Every day';
    case '12345':
      return 'Monday to Friday';
    case '06':
      return 'Saturday and Sunday';
  }
  const names = weekdayOrder.filter((day) => days.includes(day)).map((day) => weekdayNames[day]);
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
