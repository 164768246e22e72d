import { type PageText, pageText } from '@countersign/i18n/page';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export const TextContext = createContext<PageText>(pageText('en'));

export function useText(): PageText {
  return useContext(TextContext);
}
