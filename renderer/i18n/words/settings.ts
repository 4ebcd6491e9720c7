import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { parallelParts } from '../../../preload/contract/views/parallel-parts.ts';
import { plural } from './common.ts';

export const connect = {
  heading: 'Connect to a platform',
  name: 'Name',
  nameMissing: 'Enter a name.',
  nameExample: 'Harrow & Pike LLP',
  serverUrl: 'Server address',
  serverUrlHint: "Starts with https://. Ask your platform's administrator for it.",
  serverUrlExample: 'https://api.example.com',
  serverUrlMissing: 'Enter the server address.',
  serverUrlInvalid: "That isn't a server address. It should look like https://api.example.com.",
  serverUrlHasExtras: 'Enter the address only: no user name or key before “@”, and nothing after “?” or “#”.',
  serverUrlInsecure:
    "http:// isn't encrypted, so others on the network could read the API key. Use https:// instead.",
  apiKey: 'API key',
  apiKeyHint: "Three parts separated by dots, from your organization's admin page.",
  show: 'Show',
  hide: 'Hide',
  apiKeyMissing: 'Paste the API key.',
  connect: 'Connect',
  connecting: 'Connecting…',
  keychain: "The key is stored in this computer's keychain and is never shown again.",
  plaintextTitle: "Lading can't use a keychain on this computer",
  plaintext:
    'The key would be stored in a file that anyone with access to your files can read. To avoid this, unlock a keychain (GNOME Keyring or KWallet), restart Lading, and come back.',
  plaintextConsent:
    'Store the key unencrypted. I understand that anyone with access to my files can read it.',
  plaintextConsentMissing: 'Agree to store the key unencrypted, or unlock a keychain first.',
  unavailableTitle: "The key can't be stored",
  unavailable:
    "This computer's keychain isn't responding, and Lading doesn't store keys without it. Unlock the keychain, then restart Lading.",
  certificateTitle: 'Certificate not trusted',
  certificate:
    'Your organization may inspect encrypted traffic. Ask your IT team for its root certificate file (.pem or .crt), then add it in network settings.',
  proxyTitle: 'Is there a proxy?',
  proxy: "Check that Lading uses this network's proxy.",
  network: 'Open network settings',
  networkTitle: 'Network settings',
  done: 'Done',
} as const;

const baseFormLacks =
  "It lacks invitations, changes to members and permissions, identifiers, activity logs, and the settings for chats and hyperlinked images, so Lading doesn't offer them.";

export const settings = {
  title: 'Settings',
  about: 'Changes are saved as you make them, and hours once you use them.',
  backTo: {
    'new-upload': 'Back to new upload',
    upload: 'Back to upload',
    'watched-folder': 'Back to watched folder',
    'watch-setup': 'Back to watched folder',
  },
  saved: 'Saved',

  connections: 'Connections',
  connectionsAbout: 'The platforms you upload to, each with its own API key.',
  addConnection: 'Add connection…',
  noConnections: 'No connections yet.',
  server: 'Server',
  key: 'API key',
  noKey: 'None. Enter a key to continue.',
  sandboxKey: 'Provided by the sandbox',
  profile: 'Interface profile',
  profileDefault: 'Default',
  check: 'Check connection',
  checking: 'Checking…',
  replaceKey: 'Replace key…',
  replaceKeyTitle: (name: string) => `Replace the key of “${name}”`,
  saveKey: 'Save key',
  importProfile: 'Import profile…',
  importFailed: 'Import failed. The previous profile is still in use.',
  form: 'Form of the interface',
  forms: { find: 'Find automatically', base: 'Base form', extended: 'Extended form' },
  formUnknown: 'Lading looks for it when it connects.',
  formFound: "Extended form, found: the platform's answers have fields of that form.",
  formAssumed: `Base form, assumed: nothing in the platform's answers shows the extended form. ${baseFormLacks} If your platform has them, choose the extended form.`,
  formChosen: {
    base: `You chose the base form. ${baseFormLacks}`,
    extended: 'You chose the extended form. Lading offers everything in it.',
  },
  more: (name: string) => `More actions for ${name}`,
  remove: 'Remove…',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeDescription:
    'Its API key is deleted from this computer. Its unfinished uploads stop until you add the connection again. Receipts are kept.',
  removeKeep: 'Keep connection',
  removeConfirm: 'Remove connection',
  sandbox: 'Sandbox',
  states: {
    unchecked: 'Not checked yet',
    ready: (user: string) => `Signed in as ${user}`,
    failed: 'Needs attention',
    noKey: 'API key needed',
    sandboxStopped: 'Not running',
  },

  bandwidth: 'Bandwidth',
  bandwidthAbout: 'How much bandwidth uploads can use, also those of the command line in this data folder.',
  limit: 'Limit bandwidth',
  limitTo: 'Limit',
  unit: 'Unit',
  schedule: 'Use a schedule',
  scheduleUnused: "This schedule isn't used yet",
  changesUnused: "These changes aren't used yet",
  useSchedule: 'Use these hours',
  unusedTitle: 'Use the hours that you set?',
  discardHours: 'Discard hours',
  endScheduleTitle: 'End the schedule?',
  endScheduleText: (uploads: number) =>
    `${plural(uploads, 'upload waits', 'uploads wait')} for these hours, and ${uploads === 1 ? 'sends' : 'send'} at once without them.`,
  keepSchedule: 'Keep schedule',
  endSchedule: 'End schedule',
  limitsNow: (limits: string) => `Now: ${limits}`,
  limitTooLow: 'Enter at least 1 kB/s. To send nothing at certain times, use a schedule.',
  scheduleUse: 'In these hours',
  scheduleUses: {
    limited: 'Use another limit',
    unlimited: 'Use no limit',
    nothing: 'Send nothing',
    only: 'Send only in these hours',
  },
  transfers: 'Transfers',
  transfersAbout: 'How many parts Lading uploads at the same time.',
  concurrency: 'Maximum parallel parts',
  concurrencyUnit: 'parts',
  concurrencyHint: `From ${parallelParts.min} to ${parallelParts.max}. Lading uses fewer if more wouldn't be faster.`,
  concurrencyInvalid: `Enter a whole number from ${parallelParts.min} to ${parallelParts.max}.`,

  network: 'Network',
  networkAbout: 'How Lading reaches the platform.',
  proxy: 'Proxy',
  proxies: {
    system: 'Use system proxy',
    none: 'No proxy',
    manual: 'Custom proxy',
  },
  proxyUrl: 'Proxy address',
  proxyUrlHint: 'For example, http://proxy.example.com:8080.',
  caFile: "Your organization's certificates",
  caFileDescription:
    "Trusted in addition to this computer's certificates. Needed if your organization inspects encrypted traffic. Lading keeps a copy, so later changes to the file have no effect.",
  caFileNone: 'No certificates added.',
  certificate: {
    subject: 'Subject',
    issuer: 'Issuer',
    validTo: 'Valid until',
    fingerprint: 'SHA-256 fingerprint',
  },
  chooseCaFile: 'Choose file…',
  removeCaFile: 'Remove certificates',

  appearance: 'Appearance',
  appearanceAbout: 'How Lading looks.',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },

  startup: 'Startup',
  startupAbout: 'Whether Lading starts when you sign in to this computer.',
  startAtLogin: 'Start Lading when I sign in',
  startAtLoginHint:
    'Lading starts without a window and shows an icon in the notification area or menu bar. Uploads resume, and active watched folders are watched.',
  startBlocked: 'Your system prevents Lading from starting when you sign in',
  startBlockedDescription: "Allow Lading in your system's settings for startup or login apps.",
  startNotInstalled: 'Only an installed Lading can start when you sign in. This one runs from its sources.',
  notifications: 'Notifications',
  notificationsAbout: 'When Lading notifies you.',
  notify: 'Notify me when an upload ends, or when an upload or a watched folder needs attention',

  updates: 'Updates',
  updatesAbout: 'New versions of Lading.',
  update: {
    off: "This installation doesn't check for updates",
    offReasons: {
      'no-feed': 'Install new versions the way you installed this one. Your uploads and settings are kept.',
      'not-signed':
        "On Linux, updates have no signature that Lading could check, so it doesn't install them itself. Install new versions the way you installed this one. Your uploads and settings are kept.",
      managed: 'Your administrator installs new versions. Your uploads and settings are kept.',
      'feed-insecure':
        "This installation's update feed isn't secure, so Lading ignores it. It must use HTTPS and name the signer of updates. Tell your administrator.",
      'not-replaceable':
        'Install new versions the way you installed this one. Your uploads and settings are kept.',
    },
    current: (version: string) => `You have Lading ${version}`,
    upToDate: (version: string) => `Lading ${version} is up to date`,
    unchecked: "Lading hasn't checked for updates yet.",
    checkedAt: (at: string) => `Last checked on ${at}. Lading checks every day.`,
    check: 'Check for updates',
    checking: 'Checking for updates…',
    available: (version: string) => `Lading ${version} is available`,
    availableDescription: (version: string) =>
      `You have ${version}. Downloading the update changes nothing until you install it.`,
    download: 'Download update',
    downloading: (version: string) => `Downloading Lading ${version}`,
    downloadingDescription: (percent: string) => `${percent}. You can keep working.`,
    ready: (version: string) => `Lading ${version} is ready to install`,
    readyDescription:
      'It installs when you quit Lading, or now if you restart. Running uploads pause and resume afterward.',
    install: 'Restart and update',
    failed: 'Update failed',
  },

  receipts: 'Receipts',
  receiptsAbout:
    'Lading signs the receipts it writes. Give the fingerprint of the key to everyone who verifies them, separately from the receipts, such as by phone.',
  timestampUrl: 'Time-stamping authority (optional)',
  timestampUrlHint:
    "An RFC 3161 address. JSON receipts then carry the authority's statement that they existed at that time. It gets a hash and nothing else.",
  timestampCa: 'Trusted certificates for time stamps',
  timestampCaNone:
    "None. Time stamps are accepted from anyone, and verifying says that the authority wasn't checked.",
  chooseTimestampCa: 'Choose certificates…',
  removeTimestampCa: 'Remove certificates',
  keyFingerprint: 'Fingerprint of the signing key (SHA-256)',
  privateKey: (where: string) => `The private half is ${where}.`,
  data: 'Data',
  dataAbout: 'Where Lading keeps its records. Only the sandbox keeps copies of evidence there.',
  folder: 'Folder',
  openFolder: 'Open folder',
} as const;

export const firstRun = {
  title: 'Welcome to Lading',
  about:
    'Lading uploads evidence to your document-review platform, assigns custodians, and gives you a receipt with every file and its hash.',
  sandbox: 'Try the sandbox',
  sandboxDescription:
    'The sandbox is a platform that runs only on this computer. It accepts uploads like a real one, and nothing leaves the computer.',
  sandboxPoints: [
    'No account or API key needed',
    'The whole workflow, from folder to receipt',
    'Stop it at any time',
  ],
  startSandbox: 'Start sandbox',
  startingSandbox: 'Starting sandbox…',
  addConnection: 'Add connection',
  connectPoints: [
    'Your own databases and matters',
    'Saved only if the connection works',
    'A profile of your platform can be imported later',
  ],
  connectDescription: "You need a server address and an API key from your platform's administrator.",
  noKeyYet: 'No API key yet? Try the sandbox first:',
  haveReceipt: 'Did you receive a receipt?',
  workflow: 'How an upload works',
  workflowSteps: [
    { icon: 'search', title: 'Scan', description: "See what's there and what can't be uploaded." },
    { icon: 'person', title: 'Custodians', description: 'Assign them by folder before anything is sent.' },
    { icon: 'upload', title: 'Upload', description: 'Resumes after a crash, sleep, or a lost connection.' },
    { icon: 'receipt', title: 'Receipt', description: 'Every file and its hash, to verify later.' },
  ],
} as const;

export const about = {
  title: 'About Lading',
  version: 'Version',
  runtime: 'Runtime',
  platform: 'Operating system',
  platforms: { linux: 'Linux', darwin: 'macOS', win32: 'Windows' } as Readonly<Record<string, string>>,
  description: 'Uploads evidence to a document-review platform, with a receipt of every upload.',
  open: { licenses: 'Open licenses', log: 'Open log', 'data-folder': 'Open data folder' },
  opens: 'These open outside Lading. The licenses cover Lading and every library it includes.',
} as const;

export const sandbox = {
  title: 'Sandbox',
  about: 'A platform of your own, on this computer only.',
  what: 'About the sandbox',
  whatDescription:
    'The sandbox behaves like a real platform: it receives parts, assembles files, checks their hashes, and opens ZIP files. Use it to learn, to give a demo, or to rehearse an upload.',
  warning: "Sandbox uploads aren't delivered",
  warningDescription:
    'Nobody receives what you upload here. Sandbox uploads are marked in every list and in their receipts.',
  state: 'Status',
  states: {
    stopped: 'Stopped',
    starting: 'Starting…',
    running: 'Running',
    failed: 'Failed',
  },
  address: 'Address',
  start: 'Start sandbox',
  stop: 'Stop sandbox',
  stopTitle: 'Stop the sandbox?',
  stopDescription:
    'Running sandbox uploads wait until you start it again. Everything uploaded to it is kept.',
  stopKeep: 'Keep running',
  stopConfirm: 'Stop sandbox',
  open: 'Open in browser',
  openDescription: 'The page in your browser shows what the sandbox received.',
  keysDescription: 'On the command line, this prints its address and an API key for each role:',
  copyKeysCommand: 'Copy command',
  data: 'Sandbox data',
  space: {
    free: (bytes: number) =>
      `The sandbox keeps a copy of every file on this computer, where ${formatBytes(bytes)} are free on its disk.`,
    full: 'Not enough space for the sandbox',
  },
  dataDescription:
    'The sandbox keeps a copy of everything you upload to it, in the data folder. Delete the copies when you no longer need them.',
  deleteData: 'Delete sandbox data…',
  deleteTitle: 'Delete sandbox data?',
  deleteText: (size: string) =>
    `Everything that was uploaded to the sandbox is deleted from this computer (${size}). Your original files aren't touched. The sandbox stops.`,
  deleteUnfinished: (uploads: number) =>
    `${plural(uploads, 'unfinished sandbox upload is', 'unfinished sandbox uploads are')} canceled.`,
  deleteKeep: 'Keep data',
  deleteConfirm: 'Delete data',
  notRunning: "The sandbox isn't running",
  notRunningDescription: 'Start it to continue. Everything uploaded to it is kept.',
  newUpload: 'New sandbox upload',
  uploads: 'Sandbox uploads',
  uploadsNone: 'No sandbox uploads yet. The first step of a new upload offers a sample matter.',
  uploadsMore: (amount: string) => `and ${amount} more under Uploads`,
} as const;
