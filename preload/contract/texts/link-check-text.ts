import type { LinkWarning } from '../views/link-check.ts';
import { waitReasonText } from './wait-reason-text.ts';

/** Shown beside the link: what may keep the platform from downloading it, and what to do. */
export function linkWarningText(warning: LinkWarning): string {
  switch (warning.code) {
    case 'not-encrypted':
      return "This link isn't encrypted (http://): others on the network can read or change the file. Use an https:// link if there is one.";
    case 'unreachable':
      return `This computer can't reach it: ${waitReasonText(warning.reason)}. The platform may be able to. Check the link.`;
    case 'login-needed':
      return `The server requires signing in or refuses access (${warning.status}). A link must work without signing in. Check that it's complete and hasn't expired.`;
    case 'refused':
      return `The server responded with ${warning.status} instead of the file. Check the link.`;
    case 'no-ranges':
      return "The server doesn't support Range requests, which the platform needs to download it. Use another server, or upload the file itself.";
    case 'web-page':
      return 'It leads to a web page, not a file. Use the link that downloads the file itself.';
    case 'size-unknown':
      return "The server doesn't say how large the file is.";
    case 'redirect-not-followed':
      return "It redirects to an address that Lading doesn't follow. Use the link to the file itself.";
    case 'private-address':
      return "It wasn't checked, because it leads to this computer or a private network. Make sure that the platform can reach it.";
    case 'host-not-confirmed':
      return "It wasn't checked, because nobody confirmed its server.";
    case 'not-checked':
      return "It wasn't checked.";
  }
}
