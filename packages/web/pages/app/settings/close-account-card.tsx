import { useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import { TextField } from '../../parts/field.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { SettingsForm } from './list-card.tsx';
import { asksForPassword, CurrentPasswordField } from './password-card.tsx';

/** Only owners see the card. Closing asks for the name of the account and the password. */
export function CloseAccountCard() {
  const text = useSettingsText();
  const { user } = useApp();
  const [isAsked, setAsked] = useState(false);
  if (user.role !== 'owner') return null;
  return (
    <section class="card" aria-labelledby="close-account">
      <h2 id="close-account">{text('closeAccount')}</h2>
      <p class="soft">{text('closeAccountIntro')}</p>
      {isAsked ? (
        <ClosingForm onCancel={() => setAsked(false)} />
      ) : (
        <div class="form-actions">
          <Button kind="danger" onClick={() => setAsked(true)}>
            {text('closeAccountOpen')}
          </Button>
        </div>
      )}
    </section>
  );
}

function ClosingForm({ onCancel }: { readonly onCancel: () => void }) {
  const text = useSettingsText();
  const { api, account, method, refreshSession } = useApp();
  const [accountName, setAccountName] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  return (
    <>
      <p>{text('closeAccountTitle', { name: account.name })}</p>
      <ul>
        <li>{text('closeAccountAccess')}</li>
        <li>{text('closeAccountRemoval')}</li>
        <li>{text('closeAccountStays')}</li>
      </ul>
      <SettingsForm
        submit={text('closeAccountOpen')}
        onSubmit={async () => {
          await api.post('/v1/account/close', { accountName, currentPassword });
          await refreshSession();
        }}
        onCancel={onCancel}
      >
        {(problemAt) => (
          <>
            <TextField
              label={text('closeAccountName', { name: account.name })}
              value={accountName}
              onValue={setAccountName}
              problem={problemAt('accountName', text('accountName'))}
              autocomplete="off"
              required
              autofocus
            />
            {asksForPassword(method) && (
              <CurrentPasswordField
                problemAt={problemAt}
                value={currentPassword}
                onValue={setCurrentPassword}
              />
            )}
          </>
        )}
      </SettingsForm>
    </>
  );
}
