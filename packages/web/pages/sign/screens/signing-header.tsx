import type { SigningView } from '@countersign/signing';
import { Icon } from '../../parts/icon.tsx';
import { FileLink } from '../embedding/file-link.tsx';
import { GUIDE_ID } from '../finish/guide-bar.tsx';
import type { SigningClient } from '../session/signing-client.ts';
import { useText } from '../text/text-context.ts';
import { LanguageMenu } from './language-menu.tsx';
import { SenderBrand } from './sender-brand.tsx';

interface SigningHeaderProps {
  readonly view: SigningView;
  readonly client: SigningClient;
}

export function SigningHeader({ view, client }: SigningHeaderProps) {
  const text = useText();
  return (
    <>
      <a class="skip-link" href={`#${GUIDE_ID}`}>
        {text('skipToNext')}
      </a>
      <header class="head">
        <div class="head-inner">
          <SenderBrand view={view} />
          <div class="head-title">
            <h1 tabIndex={-1} lang={view.language}>
              {view.documentName}
            </h1>
            <p>{text('from', { name: senderOf(view) })}</p>
            {view.slot !== undefined && view.slot.count > 1 && <SlotNote slot={view.slot} />}
          </div>
          <LanguageMenu />
          {view.disablePrinting !== true && (
            <FileLink
              client={client}
              href={client.documentUrl(view)}
              name={view.documentName}
              class="button head-pdf"
              opensTab
            >
              <Icon name="file" />
              <span class="head-pdf-text">{text('openPdf')}</span>
            </FileLink>
          )}
        </div>
      </header>
      {view.personalMessage.trim() !== '' && (
        <aside class="personal-message" aria-label={text('messageFrom', { name: view.senderName })}>
          <p class="personal-message-from">{text('messageFrom', { name: view.senderName })}</p>
          <p class="personal-message-text" lang={view.language}>
            {view.personalMessage}
          </p>
        </aside>
      )}
    </>
  );
}

function senderOf({ senderName, senderOrganisation }: SigningView): string {
  return [senderName, senderOrganisation].filter(Boolean).join(', ');
}

/** Said again with each signature of a public link. */
function SlotNote({ slot }: { readonly slot: NonNullable<SigningView['slot']> }) {
  const text = useText();
  const { number, count, label } = slot;
  return (
    <p class="head-slot" role="status">
      {text(label === '' ? 'slotOf' : 'slotNamed', { number, count, label })}
    </p>
  );
}
