export interface ContentTypeFacts {
  /** What a person calls it. */
  readonly label: string;
  /**
   * `container`: a mail store, an archive, or a disk image, a source file of its own. `message`: a single one, with its
   * attachments. The platform expands both into child documents, as far as Lading can tell. `unknown`: it isn't what its
   * name says.
   */
  readonly kind: 'container' | 'message' | 'document' | 'unknown';
  /** Usual extensions in lower case. Empty where names say nothing. */
  readonly extensions: readonly string[];
}

const typeOf =
  <const Kind extends ContentTypeFacts['kind']>(kind: Kind) =>
  (label: string, ...extensions: string[]) => ({ label, kind, extensions });
const container = typeOf('container');
const message = typeOf('message');
const document = typeOf('document');

/** What `recognize` tells apart, by content. The code is stored with the item. */
export const contentTypes = {
  zip: container('ZIP archive', 'zip', 'zipx', 'jar', 'war', 'ear', 'apk', 'kmz', 'ufdr', 'exe'),
  'zip-segment': container('Segment of a ZIP archive', 'zip', 'z01', '001'),
  '7z': container('7-Zip archive', '7z', '001', 'exe'),
  rar4: container('RAR archive', 'rar', 'cbr', 'exe'),
  rar5: container('RAR archive (version 5)', 'rar', 'cbr', 'exe'),
  tar: container('TAR archive', 'tar'),
  gz: container('GZIP file', 'gz', 'tgz', 'gzip', 'svgz', 'emz', 'dmp'),
  bz2: container('BZIP2 file', 'bz2', 'tbz', 'tbz2'),
  xz: container('XZ file', 'xz', 'txz'),
  zst: container('Zstandard file', 'zst', 'tzst'),
  lz4: container('LZ4 file', 'lz4'),
  compress: container('Compressed file (Unix compress)', 'z', 'taz'),
  cab: container('Cabinet archive', 'cab', 'msu', 'exe'),
  'installshield-cab': container('InstallShield cabinet', 'cab'),
  arj: container('ARJ archive', 'arj'),
  lzh: container('LZH archive', 'lzh', 'lha'),
  wim: container('Windows image', 'wim', 'esd', 'swm', 'msu'),

  pst: container('Outlook mail archive (PST)', 'pst'),
  ost: container('Outlook offline mail archive (OST)', 'ost'),
  pab: container('Outlook address book', 'pab'),
  mbox: container('MBOX mail archive', 'mbox', 'mbx', 'mbs'),
  dbx: container('Outlook Express mail archive', 'dbx'),
  nsf: container('Notes database', 'nsf', 'ntf'),
  msg: message('Outlook message', 'msg', 'oft'),
  eml: message('Email message', 'eml', 'emlx', 'mht', 'mhtml', 'nws', 'mim'),
  tnef: message('TNEF attachment (winmail.dat)', 'dat', 'tnef'),

  e01: container('EnCase disk image', 'e01', 's01'),
  ex01: container('EnCase disk image (Ex01)', 'ex01'),
  l01: container('EnCase logical image', 'l01'),
  lx01: container('EnCase logical image (Lx01)', 'lx01'),
  ad1: container('AccessData logical image', 'ad1'),
  aff: container('Advanced Forensic Format image', 'aff', 'afd'),
  iso: container('Optical disc image', 'iso', 'udf', 'img'),
  'disk-image': container('Disk image', 'dd', 'raw', 'img', 'bin', '001', 'ima', 'vhd', 'vmdk'),
  vmdk: container('VMware disk', 'vmdk'),
  vhd: container('Virtual hard disk (VHD)', 'vhd'),
  vhdx: container('Virtual hard disk (VHDX)', 'vhdx', 'avhdx'),
  vdi: container('VirtualBox disk', 'vdi'),
  qcow2: container('QEMU disk', 'qcow2', 'qcow'),
  dmg: container('Apple disk image', 'dmg'),

  docx: document('Word document', 'docx', 'docm', 'dotx', 'dotm'),
  xlsx: document('Excel workbook', 'xlsx', 'xlsm', 'xltx', 'xltm', 'xlsb', 'xlam'),
  pptx: document('PowerPoint presentation', 'pptx', 'pptm', 'potx', 'ppsx', 'ppsm'),
  ooxml: document('Office Open XML document', 'vsdx', 'vsdm', 'xps', 'oxps', 'thmx', 'docx', 'xlsx', 'pptx'),
  odf: document('OpenDocument file', 'odt', 'ods', 'odp', 'odg', 'odf', 'odb', 'ott', 'ots', 'otp', 'fodt'),
  epub: document('EPUB book', 'epub'),
  jar: container('Java archive', 'jar', 'war', 'ear', 'apk'),
  'office-encrypted': document(
    'Encrypted Office document',
    ...['docx', 'docm', 'dotx', 'xlsx', 'xlsm', 'xlsb', 'xltx', 'pptx', 'pptm', 'ppsx', 'vsdx'],
  ),
  doc: document('Word document (97–2003)', 'doc', 'dot', 'wbk'),
  xls: document('Excel workbook (97–2003)', 'xls', 'xlt', 'xla', 'xlw'),
  ppt: document('PowerPoint presentation (97–2003)', 'ppt', 'pot', 'pps', 'ppa'),
  'old-office': document('Word or Excel file (before 97)', 'doc', 'dot', 'wri', 'xls', 'xlt', 'xlw', 'xlc'),
  vsd: document('Visio drawing', 'vsd', 'vss', 'vst'),
  ole: document('OLE file', 'mpp', 'pub', 'msi', 'msp', 'db', 'wps', 'rvt', 'sldprt', 'one', 'suo', 'msc'),
  onenote: document('OneNote section', 'one', 'onetoc2'),
  access: document('Access database', 'mdb', 'accdb', 'mde', 'accde'),
  sqlite: document('SQLite database', 'db', 'sqlite', 'sqlite3', 'db3', 'storedata'),
  pdf: document('PDF document', 'pdf', 'ai', 'fdf'),
  postscript: document('PostScript file', 'ps', 'eps', 'ai', 'prn'),
  rtf: document('Rich text document', 'rtf', 'doc'),
  html: document('HTML page', 'html', 'htm', 'xhtml', 'shtml', 'mht', 'xls', 'aspx'),
  xml: document(
    'XML file',
    ...[
      'xml',
      'xsd',
      'xsl',
      'svg',
      'rels',
      'plist',
      'kml',
      'gpx',
      'config',
      'xls',
      'doc',
      'fodt',
      'fods',
      'html',
      'xhtml',
      'rdf',
      'resx',
    ],
  ),
  calendar: document('Calendar file', 'ics', 'vcs', 'ical'),
  vcard: document('Contact card', 'vcf'),
  text: document('Text file', 'txt', 'csv', 'tsv', 'log', 'md', 'ini', 'text', 'asc'),
  wordperfect: document('WordPerfect document', 'wpd', 'wp', 'wp5', 'doc'),
  dwg: document('AutoCAD drawing', 'dwg', 'dwt', 'dws'),

  jpeg: document('JPEG image', 'jpg', 'jpeg', 'jpe', 'jfif', 'thm'),
  png: document('PNG image', 'png', 'apng'),
  gif: document('GIF image', 'gif'),
  bmp: document('Bitmap image', 'bmp', 'dib'),
  tiff: document('TIFF image', 'tif', 'tiff', 'dng', 'nef', 'cr2', 'arw', 'pef'),
  webp: document('WebP image', 'webp'),
  heic: document('HEIC image', 'heic', 'heif', 'avif', 'hif'),
  psd: document('Photoshop image', 'psd', 'psb'),
  ico: document('Icon', 'ico', 'cur'),
  jp2: document('JPEG 2000 image', 'jp2', 'j2k', 'jpf', 'jpx', 'j2c'),
  emf: document('Windows metafile', 'emf', 'wmf'),
  e57: document('E57 point cloud', 'e57'),
  mp3: document('MPEG audio', 'mp3', 'mp2', 'mpga'),
  wav: document('WAV audio', 'wav'),
  ogg: document('Ogg media', 'ogg', 'oga', 'ogv', 'opus', 'spx'),
  flac: document('FLAC audio', 'flac'),
  amr: document('AMR audio', 'amr', '3ga', 'awb'),
  aiff: document('AIFF audio', 'aiff', 'aif', 'aifc'),
  mp4: document('MPEG-4 media', ...['mp4', 'm4a', 'm4v', 'mov', '3gp', '3g2', 'qt', 'm4b', 'm4p', 'cr3']),
  avi: document('AVI video', 'avi'),
  matroska: document('Matroska video', 'mkv', 'webm', 'mka'),
  asf: document('Windows Media file', 'wmv', 'wma', 'asf'),
  mpeg: document('MPEG video', 'mpg', 'mpeg', 'vob', 'm2v', 'ts', 'mts', 'm2ts', 'dat'),
  flv: document('Flash video', 'flv', 'f4v'),

  executable: document(
    'Program',
    ...[
      'exe',
      'dll',
      'sys',
      'scr',
      'com',
      'ocx',
      'cpl',
      'drv',
      'efi',
      'mui',
      'so',
      'o',
      'dylib',
      'bundle',
      'ax',
      'node',
      'pyd',
      'tlb',
      'fon',
    ],
  ),
  shortcut: document('Windows shortcut', 'lnk'),
  'event-log': document('Windows event log', 'evtx'),
  registry: document('Windows registry hive', 'dat', 'hve', 'reg'),

  /** Zeros, one byte over and over, or nothing that its extension promises. */
  unknown: typeOf('unknown')('Unknown'),
} as const satisfies Readonly<Record<string, ContentTypeFacts>>;

export type ContentType = keyof typeof contentTypes;

export const isContentType = (code: unknown): code is ContentType =>
  typeof code === 'string' && Object.hasOwn(contentTypes, code);

/** The types of which something is true. */
export function contentTypesThat(isTrue: (facts: ContentTypeFacts) => boolean): readonly ContentType[] {
  return Object.keys(contentTypes)
    .filter(isContentType)
    .filter((type) => isTrue(contentTypes[type]));
}

/** The facts of a stored code. Returns null if this version of Lading doesn't know the code. */
export function contentTypeFacts(code: string): ContentTypeFacts | null {
  return isContentType(code) ? contentTypes[code] : null;
}

/** Content that programs save under names of their own. It contradicts only extensions of one well-defined format. */
const namedFreely: readonly ContentType[] = [
  'text',
  'xml',
  'zip',
  'sqlite',
  'ole',
  'disk-image',
  'executable',
];
const wellDefined = 'pdf jpg jpeg png gif tif tiff docx xlsx pptx msg pst ost rar 7z zip e01 l01 ad1'.split(
  ' ',
);

/**
 * Extensions whose files always are of a format that Lading knows by content. Not among them: what many programs use for
 * formats of their own (.dat, .db), raw disks, programs, and formats with variants that have no signature.
 */
const knownExtensions: ReadonlySet<string> = new Set(
  [
    'zip zipx jar war ear apk kmz 7z rar cbr tar gz tgz gzip bz2 tbz tbz2 xz txz zst tzst lz4 cab msu arj lzh lha wim esd',
    'pst ost pab mbox dbx nsf ntf msg oft eml emlx e01 s01 ex01 l01 lx01 ad1 aff iso vhd vhdx vdi qcow2 dmg',
    'docx docm dotx dotm xlsx xlsm xltx xltm xlsb pptx pptm potx ppsx ppsm vsdx vsdm xps oxps odt ods odp odg odb ott ots',
    'otp epub doc xls ppt pps vsd pub msi one onetoc2 mdb accdb pdf ps eps rtf html htm ics vcf txt csv tsv',
    'jpg jpeg jpe jfif png gif bmp tif tiff dng nef cr2 arw webp heic heif avif psd psb ico cur jp2 emf wmf',
    'mp3 wav ogg oga ogv opus flac amr aiff aif aifc mp4 m4a m4v mov 3gp avi mkv webm mka wmv wma asf mpg mpeg flv lnk evtx',
  ].flatMap((line) => line.split(' ')),
);

/** Returns null if files of this extension may hold anything. In lower case. */
export function knownExtension(name: string): string | null {
  const extension = extensionOf(name);
  return extension !== null && knownExtensions.has(extension) ? extension : null;
}

/** In lower case. Returns null without one: ".profile" has none. */
function extensionOf(name: string): string | null {
  return /[^/]\.([^./]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? null;
}

/** What containers are named that often isn't one: programs, segments, images in documents, and what programs dump. */
const sharedExtensions = ['exe', '001', 'bin', 'dmp', 'svgz', 'emz'];
/** Containers that Lading doesn't know by content. */
const otherContainers = ['aff4', 'edb', 'lz', 'lzma', 'olm'];
const containerExtensions: ReadonlySet<string> = new Set(
  contentTypesThat(({ kind }) => kind === 'container')
    .flatMap((type): readonly string[] => contentTypes[type].extensions)
    .concat(otherContainers)
    .filter((extension) => !sharedExtensions.includes(extension)),
);

/** Whether a file is called as mail stores, archives, and disk images are. */
export function isContainerName(name: string): boolean {
  const extension = extensionOf(name);
  return extension !== null && containerExtensions.has(extension);
}

/** Readable as text, so a name like notes.txt doesn't contradict it. */
const textual: readonly ContentType[] = [
  'text',
  'xml',
  'html',
  'eml',
  'mbox',
  'calendar',
  'vcard',
  'postscript',
];

const allExtensions: ReadonlySet<string> = new Set(
  Object.values(contentTypes).flatMap((facts): readonly string[] => facts.extensions),
);

/**
 * Whether a file's extension claims another content than it has: "photo.jpg" that is a ZIP archive. A missing extension
 * claims nothing, and neither does one that Lading doesn't know.
 */
export function contradictsExtension(type: ContentType, name: string): boolean {
  const extension = extensionOf(name);
  if (extension === null || !allExtensions.has(extension)) return false;
  const usual: readonly string[] = contentTypes[type].extensions;
  if (usual.includes(extension)) return false;
  if (textual.includes(type) && contentTypes.text.extensions.some((text) => text === extension)) return false;
  return !namedFreely.includes(type) || wellDefined.includes(extension);
}
