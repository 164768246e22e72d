import {
  DictKeys,
  FIELD_INDEX,
  lookupName,
  type PdfFile,
  type RawDict,
  type RawValue,
  rawName,
  rawNumber,
  rawRef,
  rawText,
  walkDict,
} from '@countersign/pdf';
import { type PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import { readText } from '../fields/signature-fields.ts';

/** The schemes of addresses that are kept (RFC 3986 3.1). */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'mailto', 'tel', 'sms', 'geo']);
const BASE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);
const SCRIPT_SCHEMES: ReadonlySet<string> = new Set(['javascript', 'vbscript', 'livescript']);

/** Browsers ignore these characters (WHATWG URL 4.4): `java\nscript:` is a script. */
const IGNORED = /[\p{C}\p{Z}]/gu;
const SCHEME = /^([a-z][a-z\d+.-]*):/i;
/** Matches a host such as `shop.example:8080/terms`. */
const HOST_WITH_PORT = /^[a-z\d-]+(\.[a-z\d-]+)+:\d+(?![^/?#])/i;
/** The path is on the reader's machine or network (ISO 32000-1 12.6.4.7). */
const LOCAL_PATH = /^[/\\.]/;

/** Returns undefined if the address is kept, as are those without a scheme, most of which are web addresses. */
export function classifyAddress(address: string): ActiveKind | undefined {
  const plain = address.replace(IGNORED, '');
  const scheme = schemeOf(plain);
  if (scheme === undefined) return LOCAL_PATH.test(plain) ? 'launch' : undefined;
  if (SCHEMES.has(scheme)) return undefined;
  return SCRIPT_SCHEMES.has(scheme) ? 'javascript' : 'launch';
}

export function isWebBase(address: string): boolean {
  return BASE_SCHEMES.has(schemeOf(address.replace(IGNORED, '')) ?? '');
}

function schemeOf(plain: string): string | undefined {
  return HOST_WITH_PORT.test(plain) ? undefined : SCHEME.exec(plain)?.[1]?.toLowerCase();
}

/** Kinds of removed content. `launch` and `javascript` include URIs with that effect. */
export type ActiveKind =
  | 'javascript'
  | 'launch'
  | 'submit_form'
  | 'import_data'
  | 'remote_goto'
  | 'media'
  | 'rich_media'
  | 'visibility'
  | 'attachment'
  | 'external_content'
  | 'postscript'
  | 'xfa'
  | 'open_action'
  | 'other_action';

/** These actions only navigate, open a web page or clear the form. */
const HARMLESS: ReadonlySet<string> = new Set([
  'GoTo',
  'GoToDp',
  'Named',
  'ResetForm',
  'Thread',
  'Trans',
  'URI',
]);

const KIND_OF_ACTION: ReadonlyMap<string, ActiveKind> = new Map<string, ActiveKind>([
  ['JavaScript', 'javascript'],
  ['Launch', 'launch'],
  ['SubmitForm', 'submit_form'],
  ['ImportData', 'import_data'],
  ['GoToR', 'remote_goto'],
  ['GoToE', 'remote_goto'],
  ['Thread', 'remote_goto'],
  ['Sound', 'media'],
  ['Movie', 'media'],
  ['Rendition', 'media'],
  ['RichMediaExecute', 'rich_media'],
  ['GoTo3DView', 'rich_media'],
  // Hiding an annotation changes what is signed.
  ['Hide', 'visibility'],
  ['SetOCGState', 'visibility'],
]);

export const KIND_OF_ANNOTATION: ReadonlyMap<string, ActiveKind> = new Map<string, ActiveKind>([
  ['RichMedia', 'rich_media'],
  ['3D', 'rich_media'],
  ['Movie', 'media'],
  ['Sound', 'media'],
  ['Screen', 'media'],
  ['FileAttachment', 'attachment'],
]);

/** The operands that an action of the type has; without them the type name may have another meaning. */
const OPERANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['JavaScript', ['JS']],
  ['Launch', ['F', 'Win', 'Mac', 'Unix']],
  ['SubmitForm', ['F']],
  ['ImportData', ['F']],
  ['GoToR', ['F']],
  ['GoToE', ['F', 'T']],
  ['Sound', ['Sound']],
  ['Movie', ['Annotation', 'T']],
  ['Rendition', ['R', 'JS', 'OP']],
  ['RichMediaExecute', ['TA', 'CMD']],
  ['GoTo3DView', ['TA', 'V']],
  ['Hide', ['T']],
  ['SetOCGState', ['State']],
]);

function isHarmlessType(type: string | undefined, uri: string | undefined): boolean {
  if (type === undefined || !HARMLESS.has(type) || type === 'Thread') return false;
  return classifyAddress(uri ?? '') === undefined;
}

export function classifyAction(action: PDFDict): ActiveKind | undefined {
  const type = lookupName(action, 'S');
  if (type === 'Thread' && !action.has(PDFName.of('F'))) return undefined;
  if (isHarmlessType(type, undefined)) return classifyAddress(readText(action, 'URI') ?? '');
  return KIND_OF_ACTION.get(type ?? '') ?? 'other_action';
}

/** Classifies by type and operand. Structure elements are left out: they have a parent and roles of any name. */
export function classifyUnlabelledAction(dict: PDFDict): ActiveKind | undefined {
  const type = lookupName(dict, 'S') ?? '';
  const operands = OPERANDS.get(type) ?? [];
  if (dict.has(PDFName.of('P')) || !operands.some((key) => dict.has(PDFName.of(key)))) return undefined;
  return KIND_OF_ACTION.get(type);
}

const ACTION_KEYS = new DictKeys(['S', 'Next', 'URI']);

/** The bits of /F (ISO 32000-1 table 165). */
const FLAG = { invisible: 1, hidden: 2, print: 4, noView: 32 } as const;
/** Fields become content of the page, and the others are not painted or not printed anyway. */
const PRINTED_OTHERWISE: ReadonlySet<string> = new Set(['Widget', 'Link', 'Popup']);

/** PDF.js and MuPDF hide invisible annotations of every type, Poppler none. */
export function isHiddenSomewhere(flags: number): boolean {
  return (flags & (FLAG.invisible | FLAG.hidden | FLAG.noView)) !== 0 || !(flags & FLAG.print);
}

export function completeFlags(type: string, flags: number): number {
  return PRINTED_OTHERWISE.has(type) ? flags | FLAG.print : flags;
}

/** Returns undefined unless the bytes of the annotation show that it is harmless. */
export function harmlessFlags(file: PdfFile, ref: PDFRef): number | undefined {
  const raw = file.walkField(ref);
  if (raw === undefined || raw.at(FIELD_INDEX.AA) || raw.at(FIELD_INDEX.PA) || raw.at(FIELD_INDEX.AF))
    return undefined;
  const type = rawName(raw.at(FIELD_INDEX.Subtype)) ?? '';
  if (KIND_OF_ANNOTATION.has(type)) return undefined;
  if (!isHarmlessAction(file, raw.at(FIELD_INDEX.A))) return undefined;
  const flags = raw.at(FIELD_INDEX.F);
  const known = flags === undefined ? 0 : rawNumber(flags);
  return known === undefined ? undefined : completeFlags(type, known);
}

/** Returns true if there is no action, or a harmless one by its bytes. */
export function isHarmlessAction(file: PdfFile, value: RawValue | undefined): boolean {
  if (value === undefined) return true;
  const action = walkAction(file, value);
  if (action === undefined || action.get('Next')) return false;
  const uri = action.get('URI');
  if (uri !== undefined && uri.kind !== 'string') return false;
  return isHarmlessType(rawName(action.get('S')), rawText(uri));
}

function walkAction(file: PdfFile, value: RawValue): RawDict | undefined {
  const ref = rawRef(value);
  return ref === undefined ? walkDict(value, ACTION_KEYS) : file.walkDict(ref, ACTION_KEYS);
}
