import { LANGUAGES } from '@countersign/base/locale';
import type { SigningView } from '@countersign/signing';
import { Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { formatDateTime, LANGUAGE_NAMES, shellLanguage, usePageLanguage } from '../../parts/language.tsx';
import { useText } from '../parts.tsx';

/**
 * Chooses the language of the page. The document and its evidence keep the sender's [D12-06]. Phones show only the
 * picture.
 */
export function LanguageMenu() {
  const text = useText();
  const { language, setLanguage } = usePageLanguage();
  return (
    <label class="language-menu">
      <Icon path={icons.globe} />
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

const SOON_MS = 3 * 24 * 60 * 60 * 1000;

/** The day is in the reader's time zone. The last three days stand out. */
export function LastDay({
  view: { signingDeadline },
}: {
  readonly view: Pick<SigningView, 'signingDeadline'>;
}) {
  const text = useText();
  const { language } = usePageLanguage();
  if (signingDeadline === undefined) return null;
  const isSoon = Date.parse(signingDeadline) - Date.now() < SOON_MS;
  return (
    <p class={`last-day ${isSoon ? 'is-soon' : ''}`}>
      <Icon path={icons.clock} />
      {text('lastDay', { date: formatDateTime(language, signingDeadline) })}
    </p>
  );
}
