import { DictKeys } from '@countersign/pdf';

/**
 * In objects that may have to be removed, and in few others. All searches use this object:
 * `findReachableNamed` then reads the file once.
 */
export const SEARCHED_NAMES = new DictKeys([
  'AF',
  'Alternates',
  'ByteRange',
  'EF',
  'EmbeddedFile',
  'FileAttachment',
  'GoTo3DView',
  'GoToE',
  'GoToR',
  'Hide',
  'ImportData',
  'JavaScript',
  'Launch',
  'Movie',
  'OCMD',
  'PS',
  'Page',
  'Ref',
  'Rendition',
  'RichMedia',
  'RichMediaExecute',
  'Screen',
  'SetOCGState',
  'Sound',
  'SubmitForm',
  '3D',
]);
