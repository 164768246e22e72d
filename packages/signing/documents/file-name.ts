import { toVisibleLine } from '@countersign/identity/text';

/** Not in the specification: with `.pdf` accepted by common file systems. */
const MAX_FILE_NAME = 120;

export function pdfFileName(documentName: string): string {
  const safe = toVisibleLine(documentName)
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/\.pdf$/i, '')
    .replace(/^[.\s]+|\s+$/g, '');
  const short = [...safe].slice(0, MAX_FILE_NAME).join('');
  return `${short === '' ? 'document' : short}.pdf`;
}
