import type { ParseArgsOptionsConfig } from 'node:util';
import type { CommandRun } from './output.ts';

/** The code is loaded on use. */
export interface Command {
  readonly summary: string;
  readonly usage: string;
  readonly help: readonly string[];
  readonly options: ParseArgsOptionsConfig;
  readonly files: { readonly least: number; readonly most: number };
  /** Whether -o is required; `optional` if the command checks it. */
  readonly writes: boolean | 'optional';
  /** Takes the options of the signature level. */
  readonly seals?: boolean;
  readonly load: () => Promise<CommandRun>;
}

const ONE = { least: 1, most: 1 };
const MANY = { least: 1, most: Number.POSITIVE_INFINITY };
/** The service takes 8 at most. */
const MERGED = { least: 2, most: Number.POSITIVE_INFINITY };

const RANGES = [
  '--pages RANGES   1-5,8 are pages from 1, z is the last one, r2 the last but one, 5-1 the reverse order; x3-4 leaves',
  '                 pages out of the range before; :odd or :even at the end keeps every second one',
];

const LOOK = [
  '--size PT        the size of the font',
  '--color RRGGBB   in hexadecimal',
  '--font FILE      a TrueType font',
];
const LOOK_OPTIONS = {
  size: { type: 'string' },
  color: { type: 'string' },
  font: { type: 'string' },
} as const;

export const commands: Readonly<Record<string, Command>> = {
  inspect: {
    summary: 'check whether files are accepted, and describe them',
    usage: 'FILE... [--json]',
    help: [],
    options: {},
    files: MANY,
    writes: false,
    load: async () => (await import('./verify.ts')).runInspect,
  },
  rehearse: {
    summary: 'check whether files can be filled, stamped and sealed; writes nothing',
    usage: 'FILE... [--json]',
    help: ['The check that the service makes before it accepts a file, which it strips first (see "strip")'],
    options: {},
    files: MANY,
    writes: false,
    load: async () => (await import('./edit-commands.ts')).runRehearse,
  },
  fields: {
    summary: 'list the form fields of files',
    usage: 'FILE... [--every-page] [--json]',
    help: [
      '--every-page     in a file of more than 100 pages, also searches pages without listed fields for fields that the',
      '                 form does not list',
    ],
    options: { 'every-page': { type: 'boolean' } },
    files: MANY,
    writes: false,
    load: async () => (await import('./fields.ts')).runFields,
  },
  text: {
    summary: 'read the text of files',
    usage: 'FILE... [--pages RANGES] [--json]',
    help: [
      '--pages RANGES   as qpdf writes them: 1-5,8,r2-z,1-z:even; all pages by default',
      '--json           words, lines and passages with their boxes, in points from the top left corner of the page as it',
      '                 is shown, page from 0; "hidden" has text that no person sees, with the reason',
      'Without --json, text that no person sees is left out, and named on a line of its own.',
    ],
    options: { pages: { type: 'string' } },
    files: MANY,
    writes: false,
    load: async () => (await import('./text.ts')).runText,
  },
  prefill: {
    summary: 'fill form fields',
    usage: 'FILE --values VALUES.json [--readonly MODE] -o OUT [--json]',
    help: [
      '--values FILE    [{"name": "...", "value": "..." or ["..."]}], or {"name": value}; - is standard input',
      '                 with "fontSize", "alignment", "color": [red, green, blue] and "font": a TrueType file, if need be',
      '--readonly MODE  keepOriginal (default), filled, all: which fields become read-only',
    ],
    options: { values: { type: 'string' }, readonly: { type: 'string', default: 'keepOriginal' } },
    files: ONE,
    writes: true,
    load: async () => (await import('./form-commands.ts')).runPrefill,
  },
  'add-fields': {
    summary: 'create form fields',
    usage: 'FILE FIELDS.json -o OUT [--json]',
    help: [
      'FIELDS.json      [{"type": "textField", "name": "...", "page": 0, "x": pt, "y": pt, "width": pt, "height": pt, ...}]',
      '                 points from the top left corner of the page as it is shown, page from 0; - is standard input',
      'textField        "multiline", "maxLength", "comb", "value"',
      'checkbox         "value": true or false',
      'radioButton      "buttons": [{"page", "x", "y", "width", "height", "value", "label"}], "value"',
      'combobox         "options": [{"label", "value"}], "editable", "value"',
      'listbox          "options", "multiSelect", "value"',
      'all of them      "label", "required", "readOnly", "fontSize", "alignment", "color", "background", "borderColor",',
      '                 "borderWidth"; a color is [red, green, blue] from 0 to 1',
    ],
    options: {},
    files: { least: 2, most: 2 },
    writes: true,
    load: async () => (await import('./form-commands.ts')).runAddFields,
  },
  flatten: {
    summary: 'turn form fields into page content',
    usage: 'FILE [--field NAME]... -o OUT [--json]',
    help: ['--field NAME     only this field; may be given several times', 'Signature fields stay.'],
    options: { field: { type: 'string', multiple: true } },
    files: ONE,
    writes: true,
    load: async () => (await import('./form-commands.ts')).runFlatten,
  },
  place: {
    summary: 'draw the outlines of signature boxes',
    usage: 'FILE --boxes BOXES.json -o OUT [--json]',
    help: [
      '--boxes FILE     [{"type": "signature", "id_scan" or "initials", "placement": "existing" or',
      '                   "new_page", "page": 0, "x": pt, "y": pt, "scale": 1, "label": "..."}]',
      '                 points from the top left corner of the page as it is shown, page from 0;',
      '                 boxes on a new page are arranged in order. Warns about boxes that overlap each other or a field',
    ],
    options: { boxes: { type: 'string' } },
    files: ONE,
    writes: true,
    load: async () => (await import('./form-commands.ts')).runPlace,
  },
  merge: {
    summary: 'merge files in order',
    usage: 'FILE FILE... -o OUT [--json]',
    help: [
      'Removed: signatures, which a merge breaks, and signature fields. Kept: everything else, scripts and embedded',
      'files too; "strip" the result to remove those.',
    ],
    options: {},
    files: MERGED,
    writes: true,
    load: async () => (await import('./edit-commands.ts')).runMerge,
  },
  strip: {
    summary: 'remove signatures and active content',
    usage: 'FILE [--keep-attachments] -o OUT [--json]',
    help: [
      'Removed: signature fields, signatures, scripts, actions that leave the document, media, embedded files',
      'Added to the form: fields of a large file that the form does not list',
      '--keep-attachments   keeps embedded files',
    ],
    options: { 'keep-attachments': { type: 'boolean' } },
    files: ONE,
    writes: true,
    load: async () => (await import('./edit-commands.ts')).runStrip,
  },
  rewrite: {
    summary: 'rewrite a file without unreferenced objects; repairs it, breaks signatures',
    usage: 'FILE -o OUT [--json]',
    help: [],
    options: {},
    files: ONE,
    writes: true,
    load: async () => (await import('./edit-commands.ts')).runRewrite,
  },
  decrypt: {
    summary: 'remove the encryption of a file',
    usage: 'FILE [--password-file FILE] -o OUT [--json]',
    help: [
      "--password-file FILE   the user's or the owner's password; - is standard input. Otherwise the password is taken",
      '                       from PDF_PASSWORD',
    ],
    options: { 'password-file': { type: 'string' } },
    files: ONE,
    writes: true,
    load: async () => (await import('./page-commands.ts')).runDecrypt,
  },
  metadata: {
    summary: 'show title, author, subject and keywords of files, or set them',
    usage: 'FILE... [--title TEXT] [--author TEXT] [--subject TEXT] [--keywords TEXT] [-o OUT] [--json]',
    help: [
      'Without these options it shows what a file has. An empty TEXT removes an entry; one that is not given stays.',
      'XMP metadata are kept in step; such that cannot be changed with certainty are removed, with a warning.',
    ],
    options: {
      title: { type: 'string' },
      author: { type: 'string' },
      subject: { type: 'string' },
      keywords: { type: 'string' },
    },
    files: MANY,
    writes: 'optional',
    load: async () => (await import('./metadata-commands.ts')).runMetadata,
  },
  attach: {
    summary: 'embed files in a file',
    usage: 'FILE ATTACHMENT... [--description TEXT] [--relationship R] [--mime-type TYPE] -o OUT [--json]',
    help: [
      '--relationship R  Source, Data, Alternative, Supplement or Unspecified (default)',
      '--mime-type TYPE  otherwise that of the extension, if it is a common one',
    ],
    options: {
      description: { type: 'string' },
      relationship: { type: 'string' },
      'mime-type': { type: 'string' },
    },
    files: MERGED,
    writes: true,
    load: async () => (await import('./metadata-commands.ts')).runAttach,
  },
  detach: {
    summary: 'list, save or remove embedded files',
    usage: 'FILE [--name NAME -o OUT | --all -o FOLDER | --remove NAME... -o OUT] [--json]',
    help: [
      '--name NAME      saves this one as OUT',
      '--all            saves all in a folder, which exists; no file there is replaced',
      '--remove NAME    writes the file without it; may be given several times; breaks signatures',
    ],
    options: {
      name: { type: 'string' },
      all: { type: 'boolean' },
      remove: { type: 'string', multiple: true },
    },
    files: ONE,
    writes: 'optional',
    load: async () => (await import('./metadata-commands.ts')).runDetach,
  },
  pages: {
    summary: 'choose pages of files, in an order; breaks signatures',
    usage: 'FILE... [--pages RANGES]... -o OUT [--json]',
    help: [
      ...RANGES,
      '                 The first belongs to the first file, and so on; a file without gives all its pages',
    ],
    options: { pages: { type: 'string', multiple: true } },
    files: MANY,
    writes: true,
    load: async () => (await import('./page-commands.ts')).runPages,
  },
  rotate: {
    summary: 'rotate pages clockwise',
    usage: 'FILE --by DEGREES [--pages RANGES] -o OUT [--json]',
    help: [
      '--by DEGREES     a multiple of 90, beyond the present rotation; negative with --by=-90',
      ...RANGES,
    ],
    options: { by: { type: 'string' }, pages: { type: 'string' } },
    files: ONE,
    writes: true,
    load: async () => (await import('./page-commands.ts')).runRotate,
  },
  'number-pages': {
    summary: 'draw page numbers',
    usage: 'FILE [--pages RANGES] [--format TEXT] [--start N] [--position P] -o OUT [--json]',
    help: [
      '--format TEXT    "{page}" by default; with "{page} / {pages}" also the number of pages or, with --start, the last',
      '                 number',
      '--start N        the number of the first of these pages; by default each has its number in the file',
      '--position P     bottom-center (default), bottom-left, bottom-right, top-left, top-center or top-right',
      '--margin PT      the distance from the edges of the page (36); two numbers are that of the sides, then of top and',
      '                 bottom: 50,20',
      ...LOOK,
      ...RANGES,
    ],
    options: {
      pages: { type: 'string' },
      format: { type: 'string' },
      start: { type: 'string' },
      position: { type: 'string' },
      margin: { type: 'string' },
      ...LOOK_OPTIONS,
    },
    files: ONE,
    writes: true,
    load: async () => (await import('./drawing-commands.ts')).runNumberPages,
  },
  watermark: {
    summary: 'draw a text or an image in the middle of pages',
    usage: 'FILE (--text TEXT | --image FILE) [--pages RANGES] [--under] -o OUT [--json]',
    help: [
      '--text TEXT      along the diagonal of the page, unless --rotation says otherwise',
      '--image FILE     a PNG or JPEG; - is standard input',
      '--rotation DEG   degrees clockwise; negative with --rotation=-45',
      '--opacity N      from 0 to 1; 0.25 by default',
      '--scale N        the share of the width or height of the page that it has at most; 0.8 by default',
      '--under          below the content, which hides it where that is opaque',
      ...LOOK,
      ...RANGES,
    ],
    options: {
      pages: { type: 'string' },
      text: { type: 'string' },
      image: { type: 'string' },
      rotation: { type: 'string' },
      opacity: { type: 'string' },
      scale: { type: 'string' },
      under: { type: 'boolean' },
      ...LOOK_OPTIONS,
    },
    files: ONE,
    writes: true,
    load: async () => (await import('./drawing-commands.ts')).runWatermark,
  },
  split: {
    summary: 'write the pages of a file into several files; breaks signatures',
    usage: 'FILE (--every N | --max-bytes N | --pages RANGES...) -o OUT [--json]',
    help: [
      '--every N        parts of N pages',
      '--max-bytes N    parts of at most N bytes, of one page at least',
      ...RANGES,
      '                 One part for each --pages',
      '%d in OUT is the number of the part; without it the number comes before the extension',
    ],
    options: {
      every: { type: 'string' },
      'max-bytes': { type: 'string' },
      pages: { type: 'string', multiple: true },
    },
    files: ONE,
    writes: true,
    load: async () => (await import('./page-commands.ts')).runSplit,
  },
  seal: {
    summary: 'seal a file with a digital signature',
    usage:
      'FILE [--p12 KEY.p12 | --certificate CHAIN.pem --key KEY.pem | --development-certificate] [--reason TEXT] [--field NAME] [--text LINE... --image FILE --rect X,Y,WIDTH,HEIGHT] [--certify LEVEL] [--level LEVEL --timestamp URLS] -o OUT [--json]',
    help: [
      '--p12 FILE       key and certificate; the passphrase is taken from SEAL_P12_PASSPHRASE',
      '--certificate FILE, --key FILE   the same as PEM; the passphrase is taken from SEAL_KEY_PASSPHRASE',
      '                 (else SEAL_P12, SEAL_CERTIFICATE and SEAL_KEY, or SEAL_REMOTE_URLS, SEAL_REMOTE_CREDENTIAL and',
      '                 SEAL_REMOTE_TOKEN for a remote key)',
      '--development-certificate   an untrusted certificate made for this run, without a warning',
      '--reason TEXT, --name TEXT, --location TEXT, --contact TEXT   what the signature says',
      '--field NAME     the empty signature field to sign, or the name of a new one; a file signed so can be signed again',
      '--text LINE      shows a line, wrapped and shrunk to fit; may be given several times. {name}, {date} (UTC), {reason}',
      '                 and {location} stand for what the signature says. By default nothing is shown',
      '--image FILE     shows a PNG or JPEG, beside the text or above it',
      '--description TEXT   describes the image or the text for people who cannot see them',
      '--rect X,Y,WIDTH,HEIGHT   the box of a new field, in points from the top left corner of the page as it is shown;',
      '                 an existing field keeps its own',
      '--page N         the page of --rect, from 1; the first one by default',
      '--certify LEVEL  what may follow: 1 nothing, 2 filling in and signing, 3 also notes; none is no certification.',
      '                 By default 1, or none with --field or if the file has other signature fields',
      '--timestamp URLS timestamp authorities (RFC 3161), comma-separated, tried in order',
      '                 (else SEAL_TIMESTAMP_URLS, else no timestamp and no network)',
      '--level LEVEL    B-B signature, B-T with timestamp, B-LT with validation data, B-LTA with a timestamp of the whole',
      '                 (else SEAL_LEVEL, else B-T with --timestamp and B-B without)',
      '--required       fail if the level cannot be reached (else SEAL_LEVEL_DEMAND=required)',
    ],
    options: {
      p12: { type: 'string' },
      certificate: { type: 'string' },
      key: { type: 'string' },
      reason: { type: 'string', default: 'Sealed' },
      name: { type: 'string' },
      location: { type: 'string' },
      contact: { type: 'string' },
      field: { type: 'string' },
      text: { type: 'string', multiple: true },
      image: { type: 'string' },
      description: { type: 'string' },
      rect: { type: 'string' },
      page: { type: 'string' },
      certify: { type: 'string' },
      level: { type: 'string' },
      timestamp: { type: 'string' },
      required: { type: 'boolean' },
      'development-certificate': { type: 'boolean' },
    },
    files: ONE,
    writes: true,
    seals: true,
    load: async () => (await import('./seal.ts')).runSeal,
  },
  verify: {
    summary: 'check the signatures of files',
    usage: 'FILE... [--json]',
    help: [],
    options: {},
    files: MANY,
    writes: false,
    load: async () => (await import('./verify.ts')).runVerify,
  },
};
