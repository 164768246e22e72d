import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon } from '../parts/controls.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useAction } from '../parts/hooks.ts';
import * as icons from '../parts/icons.ts';
import { LanguageSwitch } from '../parts/language.tsx';
import { useAppText } from '../parts/texts.tsx';
import { chooseAccount, type SessionAccount, START } from '../requests/navigation.ts';
import { orSignOn, signOutOffering } from '../requests/single-sign-on.ts';
import { forgetThumbnails } from './documents/thumbnail-store.ts';
import { type Place, useApp } from './router.ts';

const PANEL_ID = 'account-menu';

export function AccountMenu({ place }: { readonly place: Place }) {
  const text = useAppText();
  const { user, account } = useApp();
  // Another page closes it in the same render, before its heading asks whether it may take the focus.
  const [openedAt, setOpenedAt] = useState<Place | null>(null);
  const isOpen = openedAt === place;
  const close = () => setOpenedAt(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useClosing(isOpen, root, close);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    close();
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from everywhere inside.
    <div class="account-menu" ref={root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        class="account-button"
        aria-expanded={isOpen}
        aria-controls={PANEL_ID}
        onClick={() => setOpenedAt(isOpen ? null : place)}
      >
        <span class="account-initials" aria-hidden="true">
          {initialsOf(user.fullName)}
        </span>
        <span class="visually-hidden">{text('accountMenu', { name: user.fullName })}</span>
      </button>
      <div id={PANEL_ID} class="account-panel" hidden={!isOpen}>
        <p class="account-person">
          <strong>{user.fullName}</strong>
          <span class="soft">{user.emailAddress}</span>
          <span class="soft">{account.name}</span>
        </p>
        {isOpen && <AccountActions />}
      </div>
    </div>
  );
}

function AccountActions() {
  const text = useAppText();
  const { api, account, accounts } = useApp();
  const action = useAction();
  const others = accounts.filter(({ accountId }) => accountId !== account.accountId);
  // Loading the page keeps nothing of this account.
  const leave = (work: () => Promise<string | null>) => () =>
    action.run(async () => {
      const address = await work();
      await forgetThumbnails(null);
      if (address !== null) location.assign(address);
    });
  const enter = async (accountId: string) => {
    const step = await orSignOn(api, () => chooseAccount(api, accountId), { accountId }, START);
    return step === null ? null : START;
  };
  return (
    <>
      <ul class="account-actions">
        {others.map((other: SessionAccount) => (
          <li key={other.accountId}>
            <Button
              kind="quiet"
              icon={icons.account}
              isBusy={action.isBusy}
              onClick={leave(() => enter(other.accountId))}
            >
              {text('switchTo', { name: other.name })}
            </Button>
          </li>
        ))}
        <li>
          <a class="link-button" href="/settings/profile">
            <Icon path={icons.user} />
            {text('yourProfile')}
          </a>
        </li>
        {document.documentElement.dataset.development !== undefined && (
          <li>
            <a class="link-button" href="/outbox">
              <Icon path={icons.mail} />
              {text('outbox')}
            </a>
          </li>
        )}
        <li class="account-language">
          <Icon path={icons.globe} />
          <LanguageSwitch
            label={text('language')}
            onChoose={(language) => action.run(() => api.patch('/v1/users/me', { language }))}
          />
        </li>
        <li>
          <Button
            kind="quiet"
            icon={icons.signOut}
            isBusy={action.isBusy}
            onClick={leave(() => signOutOffering(api))}
          >
            {text('signOut')}
          </Button>
        </li>
      </ul>
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </>
  );
}

export function isAccountMenuOpen(): boolean {
  return document.querySelector(`[aria-controls="${PANEL_ID}"][aria-expanded="true"]`) !== null;
}

/** Calls `close` on a click or focus elsewhere. */
function useClosing(
  isOpen: boolean,
  root: { readonly current: HTMLElement | null },
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) !== true) close();
    };
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  });
}

/** Returns the first letters of the first and last word. */
export function initialsOf(fullName: string): string {
  const names = fullName.trim().split(/\s+/);
  const letters = [names[0], names.length > 1 ? names.at(-1) : ''].map(
    (name) => Array.from(name ?? '')[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase();
}
