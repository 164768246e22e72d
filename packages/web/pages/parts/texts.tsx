import type { Language } from '@countersign/base/locale';
import {
  loadAppText,
  loadComposerText,
  loadDocumentsText,
  loadEnterText,
  loadSettingsText,
  type Text,
} from '@countersign/i18n/texts';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { usePageLanguage } from './language.tsx';

interface TextProviderProps {
  readonly children: ComponentChildren;
  /** Is shown until the sentences are loaded. */
  readonly fallback?: ComponentChildren | undefined;
}

/** Returns a provider and a hook. `load` imports one language only. */
function defineText<Key extends string>(load: (language: Language) => Promise<Text<Key>>) {
  const Context = createContext<Text<Key> | null>(null);

  function TextProvider({ children, fallback = null }: TextProviderProps) {
    const { language } = usePageLanguage();
    const [text, setText] = useState<Text<Key> | null>(null);
    const [failure, setFailure] = useState<unknown>(null);
    useEffect(() => {
      let isCurrent = true;
      load(language).then(
        (loaded) => isCurrent && setText(() => loaded),
        (error: unknown) => isCurrent && setFailure(error),
      );
      return () => {
        isCurrent = false;
      };
    }, [language]);
    // The nearest error boundary shows it.
    if (failure !== null) throw failure;
    if (text === null) return <>{fallback}</>;
    return <Context.Provider value={text}>{children}</Context.Provider>;
  }

  function useText(): Text<Key> {
    const text = useContext(Context);
    if (text === null) throw new Error('used outside of its TextProvider');
    return text;
  }

  return { TextProvider, useText };
}

export const { TextProvider: ComposerTextProvider, useText: useComposerText } = defineText(loadComposerText);

export const { TextProvider: DocumentsTextProvider, useText: useDocumentsText } =
  defineText(loadDocumentsText);

export const { TextProvider: SettingsTextProvider, useText: useSettingsText } = defineText(loadSettingsText);

/** Each section has its own texts besides. */
export const { TextProvider: AppTextProvider, useText: useAppText } = defineText(loadAppText);

export const { TextProvider: EnterTextProvider, useText: useEnterText } = defineText(loadEnterText);
