/** Who may call: the main frame of Lading's own window, while it shows Lading's own page. Pure. */

export interface Sender {
  /** The contents that sent it are those of our window. */
  readonly isOurWindow: boolean;
  /** Null when the frame was gone before the question was asked. */
  readonly frame: { readonly url: string; readonly isMain: boolean } | null;
}

export function isTrusted({ isOurWindow, frame }: Sender): boolean {
  return isOurWindow && frame?.isMain === true && isOurPage(frame.url);
}

export function isOurPage(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === 'app:' &&
    url.host === 'lading' &&
    url.username === '' &&
    url.password === ''
  );
}
