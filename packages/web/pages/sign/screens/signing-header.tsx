import type { SigningView } from '@countersign/signing';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { FileLink } from '../embedding.tsx';
import { GUIDE_ID } from '../finish/guide.tsx';
import { useText } from '../parts.tsx';
import type { SigningClient } from '../session/signing-client.ts';
import { LanguageMenu, LastDay } from './language-menu.tsx';
import { SenderBrand } from './message-screens.tsx';

interface SigningHeaderProps {
  readonly view: SigningView;
  readonly client: SigningClient;
  readonly onDecline: () => void;
}

/** Says before anything is asked whose document it is, and until when it can be signed. */
export function SigningHeader({ view, client, onDecline }: SigningHeaderProps) {
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
            <p class="head-sender">
              <span class="visually-hidden">{text('from', { name: '' })}</span>
              {view.senderOrganisation !== undefined && (
                <span class="head-organisation">{view.senderOrganisation}</span>
              )}
              <span>{view.senderName}</span>
            </p>
            {view.slot !== undefined && view.slot.count > 1 && <SlotNote slot={view.slot} />}
          </div>
          <LanguageMenu />
          <MoreMenu view={view} client={client} onDecline={onDecline} />
        </div>
      </header>
      <LastDay view={view} />
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

/** The note is announced again with each signature of a public link. */
function SlotNote({ slot }: { readonly slot: NonNullable<SigningView['slot']> }) {
  const text = useText();
  const { number, count, label } = slot;
  return (
    <p class="head-slot" role="status">
      {text(label === '' ? 'slotOf' : 'slotNamed', { number, count, label })}
    </p>
  );
}

/** What is needed now and then. It closes when one leaves it. */
function MoreMenu({ view, client, onDecline }: SigningHeaderProps) {
  const text = useText();
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => menu.current?.removeAttribute('open');
  // Safari focuses no button that is pressed.
  useEffect(() => {
    const leave = ({ target }: Event): void => {
      if (!menu.current?.contains(target as Node)) close();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, []);
  return (
    <details
      ref={menu}
      class="more-menu"
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !menu.current?.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        close();
        menu.current?.querySelector('summary')?.focus();
      }}
    >
      <summary class="icon-button" aria-label={text('more')}>
        <Icon path={icons.more} />
      </summary>
      <div class="more-items">
        {view.disablePrinting !== true && (
          <FileLink
            client={client}
            href={client.documentUrl(view)}
            name={view.documentName}
            class="more-item"
            opensTab
          >
            <Icon path={icons.file} />
            {text('openPdf')}
          </FileLink>
        )}
        <button
          type="button"
          class="more-item"
          onClick={() => {
            close();
            onDecline();
          }}
        >
          <Icon path={icons.close} />
          {text('decline')}
        </button>
      </div>
    </details>
  );
}
