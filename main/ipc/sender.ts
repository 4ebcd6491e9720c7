/** Who may call: the main frame of Lading's own window while it shows Lading's own page. Pure. */
import { isAppPage } from '../window/app-protocol.ts';

export interface Sender {
  readonly isOurWindow: boolean;
  /** It is null if the frame is already gone. */
  readonly frame: { readonly url: string; readonly isMain: boolean } | null;
}

export function isTrusted({ isOurWindow, frame }: Sender): boolean {
  return isOurWindow && frame?.isMain === true && isAppPage(frame.url);
}
