// Without a schema: threads that scan watched folders load this, and schemas take more than a third of their start.

/** Examples of each kind of what a scan found and didn't take. */
export const maxNotTakenExamples = 5;
