import { LANGUAGE_NAMES, LANGUAGES, type Language, shellLanguage, usePageLanguage } from './language.ts';

interface LanguageSwitchProps {
  readonly label: string;
  /** Besides the change of the page. */
  readonly onChoose?: (language: Language) => void;
}

/** Each language by its own name. */
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
