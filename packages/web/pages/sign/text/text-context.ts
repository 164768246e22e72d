import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type PageText, pageText } from './page-text.ts';

export const TextContext = createContext<PageText>(pageText('en'));

export function useText(): PageText {
  return useContext(TextContext);
}
