const maxDepth = 5;
const maxErrors = 10;

/** An error with its stack, its causes and the errors that it collects. Other fields may hold requests and their headers. */
export function errorDetails(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return textOf(error);
  const indent = '  '.repeat(depth);
  const nested = (label: string, inner: unknown) =>
    `\n${indent}${label}: ${depth < maxDepth ? errorDetails(inner, depth + 1) : '…'}`;
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const cause = error.cause === undefined ? '' : nested('caused by', error.cause);
  const errors = error instanceof AggregateError ? error.errors.slice(0, maxErrors) : [];
  return `${error.stack || `${error.name}: ${error.message}`}${code}${cause}${errors
    .map((inner) => nested('one of', inner))
    .join('')}`;
}

function textOf(value: unknown): string {
  try {
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
