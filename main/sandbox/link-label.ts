/**
 * A direct link without what may grant access: its host, and the name of the file if the link ends with one. Some hosts
 * put the secret into the path, so no other part of it is shown.
 */
export function linkLabel(link: string): string {
  const url = URL.parse(link);
  if (url === null) return '';
  const name = /\/([^/]+\.[A-Za-z0-9]{1,8})$/.exec(url.pathname)?.[1];
  return name === undefined ? url.host : `${url.host}/…/${name}`;
}
