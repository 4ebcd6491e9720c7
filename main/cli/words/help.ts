/** What `lading --help` says: short imperative descriptions without a full stop. */

export const program = {
  description:
    'Upload evidence to a document-review platform: resumable, verified, with a receipt for every file.',
  version: 'Show the version',
  help: 'Show help',
  helpCommand: 'Show help for a command',
  epilogue: `
Set the API key in LADING_API_KEY or pass --key-file FILE. Other users of this computer could
read a key on the command line, so no option takes one.

Exit codes:
  0  Every file was accepted, skipped, or handed over as a link
  1  Usage error, bad input, or no permission
  2  Finished, but some files failed or need review; verify: the receipt is refused or files differ
  3  Stopped; can be resumed
  4  The API key was refused
  5  Platform not reached, or stopped, before an upload was created or continued; run it again later
  6  verify: nothing is wrong, but nothing proves who wrote the receipt, or what a file without a hash had

Examples:
  lading demo
  lading upload ./Smith ./Jones --database 12 --dataset "Volume 1" --custodian-by folder:1
  lading receipt 1 --out receipt-1.json
  lading verify receipt-1.json --against ./Smith
  lading api GetDatabases --all
`,
} as const;

export const sandboxEpilogue = `
It prints a key for each role, to try what each may do. See docs/sandbox.md.

The faults file is JSON, a list of rules. The first rule that matches a request applies:
  [
    { "match": { "operation": "PutPart", "every": 10 }, "fault": { "kind": "reset" } },
    { "probability": 0.05, "fault": { "kind": "status", "status": 503 } }
  ]
Conditions: operation, put, method, path, partNumber, nth, every; beside match: probability, times.
Kinds: drop-before, drop-during, drop-after, reset, stall, status, html, expired-url, lost-answer,
wrong-etag, slow, truncated-json, answer, state, slow-assembly, delay. See docs/faults.md.
`;

export const watchEpilogue = `
The config file is JSON, a list of rules. A rule needs a folder, a database, and a dataset:
  { "watch": [ { "path": "/evidence/inbox", "database": 12, "dataset": "{folder} {date}" } ] }
Its other fields, and the files that run this as a service: docs/watched-folders.md.

It runs until SIGINT or SIGTERM, and reads the config file again on SIGHUP.

Exit codes of --status:
  0  Every rule is at work, or waits for its hours
  1  Not running, not responding, or a rule is broken
  2  Some files failed or need review
  3  Waiting for a folder, its list of custodians, the platform, or disk space
  4  The API key was refused
`;

export const completionEpilogue = `
To install it, run this once, then start a new shell:
  bash        echo 'eval "$(lading completion bash)"' >> ~/.bashrc
  zsh         echo 'autoload -U compinit; compinit; source <(lading completion zsh)' >> ~/.zshrc
  fish        echo 'lading completion fish | source' >> ~/.config/fish/config.fish
  PowerShell  Add-Content $PROFILE 'lading completion powershell | Out-String | Invoke-Expression'
`;

export const commands = {
  upload: 'Upload files, folders, and links to a database',
  resume: 'Resume one upload, or all unfinished ones',
  pause: 'Pause an upload that runs in another terminal or in the window',
  cancel: 'Cancel an upload permanently; files that the platform accepted stay there',
  watch: 'Upload the files that are put into folders, by the rules in a config file',
  status: 'List uploads, or show one upload and its problems',
  databases: 'List the databases that the key can see',
  directory: 'Check the CSV of a legal hold directory, or synchronize the directory with it',
  api: 'Call an operation of the platform and print its answer as JSON',
  receipt: "Write an upload's receipt (every file with its hash and outcome)",
  'signing-key': 'Show the key with which the command line signs receipts, for others to compare',
  verify: 'Verify a receipt and compare it with the files on disk',
  sandbox: 'Run the sandbox, a local platform for trying things out',
  demo: 'Upload the sample matter to a sandbox and verify its receipt',
  completion: 'Print a script with which a shell completes commands, options, and operations',
} as const;

export const directoryCommands = {
  check: 'Check the CSV without sending anything',
  sync: 'Check the CSV, then send it to the directory',
} as const;

export const options = {
  uploadNumber: 'Upload number, as shown by lading status',

  state: "Lading's data folder",
  json: 'Print one JSON object per line',
  server: 'Server address of the platform (or LADING_SERVER)',
  profile: 'Interface profile to use instead of the default one',
  keyFile: 'File that contains the API key (or LADING_API_KEY)',
  concurrency: 'Maximum number of parallel parts; kept when the upload is resumed',
  limitRate:
    'Bandwidth limit in bytes per second at all hours, such as 50M, or off; kept when the upload is resumed',
  hours:
    'Local hours outside which no part starts, such as 20:00-06:00 or "mon-fri 20:00-06:00", or off; kept when the upload is resumed',
  link: 'Direct link for the platform to download (repeatable)',

  maskLinks: "Don't store or show the path of links, only host and file name",

  /** Headings of the options of upload. */
  groups: {
    destination: 'Destination:',
    custodians: 'Custodians:',
    selection: 'Which files are sent:',
    checks: 'Checks before the upload:',
    links: 'Links:',
    transfer: 'How files are sent:',
    platform: 'Platform:',
    general: 'Options:',
  },
  paths: 'Files and folders to upload',
  database: 'ID or name of the database to upload to (see lading databases)',
  acceptInactive: "Don't ask before uploading to a suspended or frozen database",
  confirmDatabase: "The database's name again, needed where earlier uploads used another database",
  dataset: 'Create a dataset with this name',
  datasetId:
    'Use the existing dataset with this ID (lading databases lists those that this computer uploaded to)',
  description: 'Description of the new dataset',
  settings: 'Processing settings of the new dataset (a JSON object)',
  custodian: 'Default custodian, for files that no rule assigns one',
  custodianTemplate: 'Assign custodians as a template does: a name saved in Lading, or an exported file',
  custodianDirectory:
    'Legal hold directory (CSV): give custodians the names of its people where a match is certain, and list the others',
  requireCustodianMatch: 'With --custodian-directory: stop if a custodian has no certain match',
  custodianBy:
    'Assign custodians by folder name (folder:1 is the first level below each path) or by a regular expression over the path with a group named custodian; can be repeated',
  custodianMap: 'Assign custodians by a CSV of paths and custodians; overrides --custodian-by',
  csvSeparator: 'What separates the columns of --custodian-map, where the file leaves it open',
  passwordFile: 'Passwords for locked files, one per line; they are tried before anything is sent',
  trySlowFiles: 'With --password-file: try passwords on files, too, that take up to 15 seconds for each',
  lockedList: 'Write the list of files that stay locked: CSV, or a letter if FILE ends with .txt',
  followSymlinks: 'Follow symbolic links',
  noSha1:
    "Don't hash whole files: no SHA-1 is sent, and no SHA-256 is kept (files in packs are always hashed)",
  partCheck: 'When to compare the MD5 of uploaded parts',
  noPreflight: "Don't open and check each file before the upload",
  findings: 'Write everything that the check found to this file (CSV)',
  pack: 'When to send small files together, as ZIP files that are made while they are sent: auto packs where that saves a minute and half of the requests',
  dryRun: 'Scan and show the plan without uploading anything',

  retryFailed: "Retry failed files, and rescan folders that couldn't be read",
  linkAgain: 'Direct link to send again, complete (repeatable)',
  unavailableSources: 'What to do with files whose drive or share is unavailable',
  needsReview: 'What to do with files that need review',

  watchConfig: 'Rules of the watched folders (JSON)',
  watchCheck: 'Check the rules and show what they would send now, without storing or sending anything',
  once: 'Upload what is there now, then exit',
  receipts: 'Write the receipt of each upload that ends to this folder (receipt-1.json, …)',
  metrics: 'Serve metrics for Prometheus on this port of 127.0.0.1; 0 picks a free one',
  logFile: 'Write the log to this file, which rotates, instead of standard output',
  watchConcurrency: 'Maximum number of parallel parts of each rule',
  watchLimitRate: 'Bandwidth limit of all rules together in bytes per second, such as 50M, or off',
  watchStatus: 'Show the state of the watch that uses this data folder, also as an exit code',

  yes: "Don't ask",

  csv: 'CSV with a header row and a row for each person',
  form: "Form of the platform's interface (default: extended if its answers show that, otherwise base)",
  directoryForm: "Form of the platform's interface (default: the profile's)",
  directoryId: 'ID of the legal hold directory',

  format: 'Receipt format (default: csv if FILE ends in .csv, otherwise json)',
  out: 'Write to FILE instead of standard output',
  force: 'Replace an existing file',
  timestampUrl: 'Have a JSON receipt time-stamped by the authority at URL (RFC 3161)',
  timestampCa: 'Accept only an authority whose certificate leads to one in FILE (PEM)',
  verifyTimestampCa: 'Refuse a receipt without a time stamp whose certificate leads to one in FILE (PEM)',

  receipt: 'JSON receipt',
  against: 'Compare with the files in this folder',
  signerKey: "Refuse a receipt that wasn't signed with the key of this fingerprint",
  head: 'Refuse a receipt with another log head',

  port: 'Port to listen on; 0 picks a free one',
  data: 'Folder for what the sandbox receives',
  page: 'Print a new address for the web page of a running sandbox',
  deleteData: 'Delete what the sandbox received instead of starting it',
  sandboxForm: 'Form of the interface: with or without its extensions',
  tls: 'Serve HTTPS with a certificate of its own CA, whose file is printed',
  faults: 'Inject the faults described in FILE',

  shell: 'The shell',

  keep: 'Keep the sandbox, the uploads, and the receipt in DIR',
} as const;

/** Why a value on the command line is refused; commander puts the option in front. */
export const invalidValues = {
  wholeNumber: 'Use a whole number, 1 or higher.',
  concurrency: (max: number) => `Use a whole number from 1 to ${max}.`,
  port: 'Use a port from 0 to 65535. 0 picks a free one.',
  hours: 'Use hours such as 20:00-06:00 or "mon-fri 20:00-06:00"; off removes them.',
  byteRate: 'Use bytes per second, such as 800k, 50M (50,000,000), or 1.5G; off removes the limit.',
  custodian: 'Use a name of 1 to 255 characters, none of them a control character.',
  custodianRule:
    'Use folder:N (folder:1 is the first folder level below each path, and folder:2 is the next) or regex:RE, such as regex:^People/(?<custodian>[^/]+)/.',
  empty: "It can't be empty.",
  twice: 'Give it once.',
} as const;
