import { loadDocumentsText } from '@countersign/i18n/documents';
import { defineText } from '../../parts/define-text.tsx';

/** Sentences of the pages of documents, templates and links. */
export const { TextProvider: DocumentsTextProvider, useText: useDocumentsText } =
  defineText(loadDocumentsText);
