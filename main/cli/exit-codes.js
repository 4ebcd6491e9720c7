// @ts-check
// In JavaScript, because any Node runs bin.js. Imports nothing: it is needed before anything else is loaded.

/** What a command came to, with its exit code, and the line of the help. docs/command-line.md says what a script does about it. */
export const outcomes = /** @type {const} */ ({
  done: [0, 'Every file was accepted, skipped, or handed over as a link'],
  refused: [1, "Usage error, bad input, no permission, or a question that wasn't confirmed"],
  problems: [
    2,
    'Finished, but some files failed or need review; verify: the receipt is refused or files differ',
  ],
  stopped: [3, 'Stopped; can be resumed'],
  'key-refused': [4, 'The API key was refused'],
  'not-begun': [
    5,
    'Platform not reached, or stopped, before an upload was created or continued; run it again later',
  ],
  unproved: [
    6,
    'verify: nothing is wrong, but nothing proves who wrote the receipt, or what a file without a hash had',
  ],
});
