import { lookupName } from '@countersign/pdf';
import { type PDFDict, PDFName } from 'pdf-lib';
import { readText } from '../../fields/text.ts';

/** What was removed: kinds of actions (ISO 32000-1 12.6.4), of annotations, files inside the file, and forms in XML. */
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

/** Web addresses that are scripts. */
const SCRIPT_ADDRESS = /^\s*javascript:/i;

/** Whether the type of an action alone says that it may stay; `uri` is the address of a URI action. */
export function isHarmlessType(type: string | undefined, uri: string | undefined): boolean {
  return type !== undefined && HARMLESS.has(type) && type !== 'Thread' && !SCRIPT_ADDRESS.test(uri ?? '');
}

/** The kind of an action that has to go; undefined for one that may stay. */
export function judgeAction(action: PDFDict): ActiveKind | undefined {
  const type = lookupName(action, 'S');
  if (type === 'Thread' && !action.has(PDFName.of('F'))) return undefined;
  if (isHarmlessType(type, undefined))
    return SCRIPT_ADDRESS.test(readText(action, 'URI') ?? '') ? 'javascript' : undefined;
  return KIND_OF_ACTION.get(type ?? '') ?? 'other_action';
}
