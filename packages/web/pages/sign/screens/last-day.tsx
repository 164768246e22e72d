import type { SigningView } from '@countersign/signing';
import { formatDateTime } from '../../parts/format-date.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePageLanguage } from '../../parts/language.ts';
import { useText } from '../text/text-context.ts';

const SOON_MS = 3 * 24 * 60 * 60 * 1000;

/** In the reader's time zone. Its last three days stand out. */
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
      <Icon name="clock" />
      {text('lastDay', { date: formatDateTime(language, signingDeadline) })}
    </p>
  );
}
