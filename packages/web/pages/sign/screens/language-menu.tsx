import { Icon } from '../../parts/icon.tsx';
import { LANGUAGE_NAMES, LANGUAGES, shellLanguage, usePageLanguage } from '../../parts/language.ts';
import { useText } from '../text/text-context.ts';

/** Of the page. The document and its evidence keep the sender's [D12-06]. On phones only the picture is seen. */
export function LanguageMenu() {
  const text = useText();
  const { language, setLanguage } = usePageLanguage();
  return (
    <label class="language-menu">
      <Icon name="globe" />
      <span class="language-name" aria-hidden="true">
        {LANGUAGE_NAMES[language]}
      </span>
      <select
        aria-label={text('language')}
        value={language}
        onChange={(event) => setLanguage(shellLanguage(event.currentTarget.value))}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
