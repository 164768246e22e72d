import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The texts of every page have them. */
export type LabelKey = 'brand' | 'cancel' | 'close' | 'tryAgain' | 'unreachableText' | 'unexpectedText';

export const LabelContext = createContext<(key: LabelKey) => string>((key) => key);

export function useLabels(): (key: LabelKey) => string {
  return useContext(LabelContext);
}
