import { Brand, Button, Icon } from '../parts/controls.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useAction } from '../parts/hooks.ts';
import * as icons from '../parts/icons.ts';
import { formatDateTime, usePageLanguage } from '../parts/language.tsx';
import { useAppText } from '../parts/texts.tsx';
import { chooseAccount, START, signOut } from '../requests/navigation.ts';
import { forgetThumbnails } from './documents/thumbnail-store.ts';
import { useApp } from './router.ts';

/** Takes the place of the application while the account is closed or suspended. Owners can reopen a closed one. */
export function ClosedAccount() {
  const text = useAppText();
  const { language } = usePageLanguage();
  const { api, user, account, accounts, refreshSession } = useApp();
  const action = useAction();
  const { name, status, removedAt } = account;
  const others = accounts.filter(({ accountId }) => accountId !== account.accountId);
  const leave = (work: () => Promise<unknown>, address: string) => () =>
    void action.run(async () => {
      await work();
      await forgetThumbnails(null);
      location.assign(address);
    });
  const reopen = () =>
    void action.run(async () => {
      await api.post('/v1/account/reopen');
      await refreshSession();
    });
  const isOwner = user.role === 'owner';
  return (
    <main class="message-page">
      <Brand />
      <div class="message-card">
        <span class="message-icon is-calm">
          <Icon path={icons.lock} />
        </span>
        <h1>{text(status === 'suspended' ? 'accountSuspended' : 'accountClosed', { name })}</h1>
        <p>
          {status === 'suspended' || removedAt === null
            ? text('accountSuspendedText')
            : text(isOwner ? 'accountClosedOwner' : 'accountClosedText', {
                date: formatDateTime(language, removedAt),
              })}
        </p>
        {isOwner && removedAt !== null && (
          <Button kind="primary" isBusy={action.isBusy} onClick={reopen}>
            {text('reopenAccount')}
          </Button>
        )}
        {others.map((other) => (
          <Button
            key={other.accountId}
            icon={icons.account}
            isBusy={action.isBusy}
            onClick={leave(() => chooseAccount(api, other.accountId), START)}
          >
            {text('switchTo', { name: other.name })}
          </Button>
        ))}
        <Button
          kind="quiet"
          icon={icons.signOut}
          isBusy={action.isBusy}
          onClick={leave(() => signOut(api), '/')}
        >
          {text('signOut')}
        </Button>
        {action.error !== undefined && <FailureNotice error={action.error} />}
      </div>
    </main>
  );
}
