/** What is known of a link that the platform has, and what isn't. Said wherever one is shown. */
export const handedOverText =
  "The platform downloads this file itself and doesn't report whether it succeeded. Check it in the platform.";
