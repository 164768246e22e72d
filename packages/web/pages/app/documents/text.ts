import { loadDocumentsText } from '@countersign/i18n/documents';
import { defineText } from '../../parts/define-text.tsx';

export const { TextProvider: DocumentsTextProvider, useText: useDocumentsText } =
  defineText(loadDocumentsText);
