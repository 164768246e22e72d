import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Composer } from './use-composer.ts';

export const ComposerContext = createContext<Composer | null>(null);

export function useComposerContext(): Composer {
  const composer = useContext(ComposerContext);
  if (composer === null) throw new Error('used outside of the composer');
  return composer;
}
