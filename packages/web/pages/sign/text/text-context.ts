import { type PageText, pageText } from '@countersign/i18n/page';
import type { Language } from '@countersign/signing';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export const TextContext = createContext<PageText>(pageText('en'));

/** The sender's, of the document and what is evidence. The page has the signee's own [D12-06]. */
export const DocumentLanguage = createContext<Language | undefined>(undefined);

export function useText(): PageText {
  return useContext(TextContext);
}
