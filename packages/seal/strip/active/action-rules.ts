import { lookupName } from '@countersign/pdf';
import { type PDFDict, PDFName } from 'pdf-lib';
import { readText } from '../../fields/text.ts';
import { judgeAddress } from './web-addresses.ts';

/**
 * What was removed: kinds of actions (ISO 32000-1 12.6.4), of annotations, files inside the file, pictures that stand in for
 * pages of other files, and forms in XML. `launch` and `javascript` are addresses too that do the same.
 */
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
  | 'xfa'
  | 'open_action'
  | 'other_action';

/** Actions that only move the reader, open a web page on demand or clear the form. Whatever is not named here goes. */
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
  // Layers and annotations that come and go change what is signed.
  ['Hide', 'visibility'],
  ['SetOCGState', 'visibility'],
]);

/** Annotations that play, run or show what the page does not have. */
export const KIND_OF_ANNOTATION: ReadonlyMap<string, ActiveKind> = new Map<string, ActiveKind>([
  ['RichMedia', 'rich_media'],
  ['3D', 'rich_media'],
  ['Movie', 'media'],
  ['Sound', 'media'],
  ['Screen', 'media'],
  ['FileAttachment', 'attachment'],
]);

/** Without one of these an action of the type does nothing, and what has the type's name may be something else. */
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

/** Whether the type of an action alone says that it may stay; `uri` is the address of a URI action. */
export function isHarmlessType(type: string | undefined, uri: string | undefined): boolean {
  if (type === undefined || !HARMLESS.has(type) || type === 'Thread') return false;
  return judgeAddress(uri ?? '') === undefined;
}

/** The kind of an action that has to go; undefined for one that may stay. */
export function judgeAction(action: PDFDict): ActiveKind | undefined {
  const type = lookupName(action, 'S');
  if (type === 'Thread' && !action.has(PDFName.of('F'))) return undefined;
  if (isHarmlessType(type, undefined)) return judgeAddress(readText(action, 'URI') ?? '');
  return KIND_OF_ACTION.get(type ?? '') ?? 'other_action';
}

/**
 * The kind of an action that has to go, of a dictionary that nothing calls an action: it has a type and an operand of that
 * type. Elements of a structure, whose roles may have any name, have a parent.
 */
export function recogniseAction(dict: PDFDict): ActiveKind | undefined {
  const type = lookupName(dict, 'S') ?? '';
  const operands = OPERANDS.get(type) ?? [];
  if (dict.has(PDFName.of('P')) || !operands.some((key) => dict.has(PDFName.of(key)))) return undefined;
  return KIND_OF_ACTION.get(type);
}
