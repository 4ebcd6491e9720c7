/** Conditions on items, each spelled as that of an index: SQLite uses a partial index only then. */
export const isOpen = "items.state IN ('queued', 'uploading')";
export const isQueued = `items.state = 'queued' AND ${isOpen}`;
/** It has a reason. */
export const isProblem = "(items.state = 'skipped' OR items.state = 'failed' OR items.state = 'held')";
