/** Conditions on items, each spelled as that of an index: SQLite uses a partial index only then. */
export const isOpenItem = "items.state IN ('queued', 'uploading')";
export const isQueued = `items.state = 'queued' AND ${isOpenItem}`;
/** The rule of a watched folder keeps it for a person: it was never sent. */
export const isWithheld =
  "items.state = 'held' AND CASE WHEN json_valid(items.reason) THEN items.reason ->> '$.code' END IS 'held-by-rule'";
/** The platform has it, or may have it. */
export const mayBeAccepted = `items.state IN ('accepted', 'held') AND NOT (${isWithheld})`;
/** It has a reason. */
export const isProblem = "(items.state = 'skipped' OR items.state = 'failed' OR items.state = 'held')";
