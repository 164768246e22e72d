import { LANGUAGES, type Language } from '@countersign/base/locale';
import type { SigningView } from '@countersign/signing';
import { Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { formatDateTime, LANGUAGE_NAMES, shellLanguage, usePageLanguage } from '../../parts/language.tsx';
import { sayDay } from '../../parts/times.tsx';
import { useText } from '../parts.tsx';

/**
 * Chooses the language of the page. The document and its evidence keep the sender's [D12-06]. Phones show its code.
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
      <span class="language-code" aria-hidden="true">
        {language.toUpperCase()}
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

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 3;

/** Returns a day such as `23 Nov 2026`, in the time zone of the browser. */
export function formatDay(language: Language, moment: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(moment));
}

/** The day is in the reader's time zone. The last three days stand out. */
export function LastDay({
  view: { signingDeadline },
}: {
  readonly view: Pick<SigningView, 'signingDeadline'>;
}) {
  const text = useText();
  const { language } = usePageLanguage();
  if (signingDeadline === undefined) return null;
  const left = Date.parse(signingDeadline) - Date.now();
  const isSoon = left < SOON_DAYS * DAY_MS;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const date =
    left < DAY_MS ? formatDateTime(language, signingDeadline) : formatDay(language, signingDeadline);
  return (
    <p class={`last-day ${isSoon ? 'is-soon' : ''}`}>
      <Icon path={icons.clock} />
      <span>
        {text('lastDay', { date })}
        {isSoon && ` · ${sayDay(language, timeZone, new Date(signingDeadline), new Date())}`}
      </span>
    </p>
  );
}
