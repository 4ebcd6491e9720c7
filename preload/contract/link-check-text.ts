import type { LinkWarning } from './link-check.ts';
import { waitReasonText } from './wait-reason-text.ts';

/** Shown beside the link: what may keep the platform from fetching it, and what to do. */
export function linkWarningText(warning: LinkWarning): string {
  switch (warning.code) {
    case 'not-encrypted':
      return "This link isn't encrypted (http://): anyone on the way can read or change the file. Use an https:// link if there is one.";
    case 'unreachable':
      return `This computer can't reach it: ${waitReasonText(warning.reason)}. The platform may be able to. Check the link.`;
    case 'login-needed':
      return `The server asks for a login or refuses access (${warning.status}). A link must work without one. Check that it's complete and hasn't expired.`;
    case 'refused':
      return `The server answered ${warning.status} instead of the file. Check the link.`;
    case 'no-ranges':
      return "The server doesn't answer Range requests, which the platform needs to download it. Use another host, or upload the file itself.";
    case 'web-page':
      return 'It leads to a web page, not a file. Use the link that downloads the file itself.';
    case 'size-unknown':
      return "The server doesn't say how large the file is.";
    case 'redirect-not-followed':
      return "It redirects to this computer, or doesn't lead to a file. Use the final link.";
    case 'not-checked':
      return "It wasn't checked.";
  }
}
