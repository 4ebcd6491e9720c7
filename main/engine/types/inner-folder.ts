/** Names of folders inside containers. A container can hold any bytes as a name. */

/**
 * A folder as programs name it that expand its container: without empty names, `.`, and `..`. Ends with a slash; '' is the
 * top.
 */
export function expandedFolder(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/'))
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  return names.map((name) => `${name}/`).join('');
}
