import { toVisibleLine } from '@countersign/identity/text';

/** Longest name (in characters) that every common file system takes together with `.pdf`; ours. */
const MAX_FILE_NAME = 120;

/** The name a document has in somebody's download folder. */
export function pdfFileName(documentName: string): string {
  const safe = toVisibleLine(documentName)
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/\.pdf$/i, '')
    .replace(/^[.\s]+|\s+$/g, '');
  const short = [...safe].slice(0, MAX_FILE_NAME).join('');
  return `${short === '' ? 'document' : short}.pdf`;
}
