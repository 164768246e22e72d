import { lookupName } from '@countersign/pdf';
import { type PDFDict, PDFName } from 'pdf-lib';
import { readText } from '../../fields/text.ts';
import { classifyAddress } from './web-addresses.ts';

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

/** They only navigate, open a web page or clear the form. */
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
  // It changes what is signed.
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

/** Without them the type name may have another meaning. */
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

export function isHarmlessType(type: string | undefined, uri: string | undefined): boolean {
  if (type === undefined || !HARMLESS.has(type) || type === 'Thread') return false;
  return classifyAddress(uri ?? '') === undefined;
}

export function classifyAction(action: PDFDict): ActiveKind | undefined {
  const type = lookupName(action, 'S');
  if (type === 'Thread' && !action.has(PDFName.of('F'))) return undefined;
  if (isHarmlessType(type, undefined)) return classifyAddress(readText(action, 'URI') ?? '');
  return KIND_OF_ACTION.get(type ?? '') ?? 'other_action';
}

/** By type and operand. Not structure elements: they have a parent and roles of any name. */
export function classifyUnlabelledAction(dict: PDFDict): ActiveKind | undefined {
  const type = lookupName(dict, 'S') ?? '';
  const operands = OPERANDS.get(type) ?? [];
  if (dict.has(PDFName.of('P')) || !operands.some((key) => dict.has(PDFName.of(key)))) return undefined;
  return KIND_OF_ACTION.get(type);
}
