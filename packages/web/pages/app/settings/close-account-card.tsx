import { useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import { TextField } from '../../parts/field.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { SettingsForm } from './list-card.tsx';
import { asksForPassword, CurrentPasswordField } from './password-card.tsx';

/** Only owners see the card. It offers a copy of everything before the end. */
export function CloseAccountCard() {
  const text = useSettingsText();
  const { user } = useApp();
  const [asked, setAsked] = useState<'export' | 'close' | null>(null);
  if (user.role !== 'owner') return null;
  const cancel = () => setAsked(null);
  return (
    <section class="card" aria-labelledby="close-account">
      <h2 id="close-account">{text('closeAccount')}</h2>
      <p class="soft">{text('closeAccountIntro')}</p>
      {asked === 'export' && <ExportForm onCancel={cancel} />}
      {asked === 'close' && <ClosingForm onCancel={cancel} />}
      {asked === null && (
        <div class="form-actions">
          <Button onClick={() => setAsked('export')}>{text('exportAccount')}</Button>
          <Button kind="danger" onClick={() => setAsked('close')}>
            {text('closeAccountOpen')}
          </Button>
        </div>
      )}
    </section>
  );
}

function ExportForm({ onCancel }: { readonly onCancel: () => void }) {
  const text = useSettingsText();
  const { api, method } = useApp();
  const [currentPassword, setCurrentPassword] = useState('');
  return (
    <>
      <p>{text('exportAccountIntro')}</p>
      <SettingsForm
        submit={text('exportAccount')}
        done={text('exportBegun')}
        onSubmit={async () => {
          const { downloadUrl } = await api.post<{ downloadUrl: string }>('/v1/account/export', {
            currentPassword,
          });
          // The answer is a file to save, so the page stays.
          location.assign(downloadUrl);
        }}
        onCancel={onCancel}
      >
        {(problemAt) =>
          asksForPassword(method) && (
            <CurrentPasswordField
              problemAt={problemAt}
              value={currentPassword}
              onValue={setCurrentPassword}
              autofocus
            />
          )
        }
      </SettingsForm>
    </>
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
        kind="danger"
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
