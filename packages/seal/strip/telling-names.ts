import { DictKeys } from '@countersign/pdf';

/**
 * Names that stand in what has to go, wherever it hangs, and in few other objects: types of actions and annotations, keys of
 * embedded files and signatures; in memberships of layers and in pages, of which some are hidden or in no page tree. One
 * list for all searches, since a search with the same names costs no second pass over the file.
 */
export const TELLING_NAMES = new DictKeys([
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
