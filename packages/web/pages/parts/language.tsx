import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@countersign/base/locale';
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';

/** Returns a time such as `23 Nov 2026, 14:05`, in the time zone of the browser. */
export function formatDateTime(language: Language, moment: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  );
}

/** The texts of every page have these keys. */
export type LabelKey = 'brand' | 'cancel' | 'close' | 'tryAgain' | 'unreachableText' | 'unexpectedText';

export const LabelContext = createContext<(key: LabelKey) => string>((key) => key);

export function useLabels(): (key: LabelKey) => string {
  return useContext(LabelContext);
}

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  sv: 'Svenska',
  es: 'Español',
};

/** The language of someone who is not signed in is kept under this key. */
const STORAGE_KEY = 'countersign-language';

export interface PageLanguage {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
}

export const LanguageContext = createContext<PageLanguage>({
  language: DEFAULT_LANGUAGE,
  setLanguage: () => undefined,
});

/** Sets the language in the page's element and on this device. */
export function useChosenLanguage(first: Language): PageLanguage {
  const [language, setLanguage] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = useCallback((chosen: Language) => {
    storeChosenLanguage(chosen);
    setLanguage(chosen);
  }, []);
  return { language, setLanguage: choose };
}

export function usePageLanguage(): PageLanguage {
  return useContext(LanguageContext);
}

/** The session may have another. */
export function shellLanguage(lang: string): Language {
  return LANGUAGES.find((language) => language === lang) ?? DEFAULT_LANGUAGE;
}

/** Returns the choice on this device, or the language of the shell. */
export function readChosenLanguage(): Language {
  return storedLanguage() ?? shellLanguage(document.documentElement.lang);
}

/** Returns null if no language was chosen on this device. */
export function storedLanguage(): Language | null {
  const stored = readStored();
  return stored === null ? null : shellLanguage(stored);
}

export function storeChosenLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // The choice lasts as long as the page.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

interface LanguageSwitchProps {
  readonly label: string;
  /** Is called after the page has changed. */
  readonly onChoose?: ((language: Language) => void) | undefined;
}

/** Each language has its own name. */
export function LanguageSwitch({ label, onChoose }: LanguageSwitchProps) {
  const { language, setLanguage } = usePageLanguage();
  const choose = (chosen: Language) => {
    setLanguage(chosen);
    onChoose?.(chosen);
  };
  return (
    <label class="language-switch">
      <span class="visually-hidden">{label}</span>
      <select value={language} onChange={(event) => choose(shellLanguage(event.currentTarget.value))}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
