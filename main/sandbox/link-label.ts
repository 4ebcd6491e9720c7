/**
 * A direct link without what may grant access: its host, and the name of the file if the link ends with one. Some hosts
 * put the secret into the path, so no other part of it is shown.
 */
export function linkLabel(link: string): string {
  const url = URL.parse(link);
  if (url === null) return '';
  const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  return /.\.[A-Za-z0-9]{1,8}$/.test(name) ? `${url.host}/…/${name}` : url.host;
}
