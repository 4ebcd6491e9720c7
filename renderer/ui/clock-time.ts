function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Also accepts "8:00" and "800"; null if the text isn't a time. */
export function parseClockTime(text: string): string | null {
  const [, hours = '', minutes = ''] = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*$/.exec(text) ?? [];
  const time = `${hours.padStart(2, '0')}:${minutes === '' ? '00' : minutes}`;
  return hours !== '' && isClockTime(time) ? time : null;
}
