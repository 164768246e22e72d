import type { PasskeyBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button, Notice } from '../../parts/controls.tsx';
import { TextField } from '../../parts/field.tsx';
import { useLoaded } from '../../parts/hooks.ts';
import { formatDateTime, usePageLanguage } from '../../parts/language.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { addPasskey, hasPasskeys } from '../../requests/passkeys.ts';
import { useApp } from '../router.ts';
import { LoadedView, RemoveDialog, SettingsForm } from './list-card.tsx';
import { CurrentPasswordField } from './password-card.tsx';
import { nameBrowser } from './session-card.tsx';

const PASSKEYS = '/v1/users/me/passkeys';

/** They replace the password and the authenticator app. */
export function PasskeyCard() {
  const text = useSettingsText();
  const { api } = useApp();
  const { state, reload } = useLoaded(() => api.getAll<PasskeyBody>(PASSKEYS, 'passkeys'), PASSKEYS);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PasskeyBody | null>(null);
  return (
    <section class="card" aria-labelledby="passkeys">
      <h2 id="passkeys">{text('passkeys')}</h2>
      <p class="soft">{text('passkeysIntro')}</p>
      <LoadedView state={state} onRetry={reload}>
        {(passkeys) => (
          <ul class="rows">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.passkeyId} passkey={passkey} onRemove={() => setRemoving(passkey)} />
            ))}
          </ul>
        )}
      </LoadedView>
      {isAdding && (
        <PasskeyForm
          onAdded={async () => {
            setAdding(false);
            await reload();
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {!isAdding && hasPasskeys() && (
        <div class="form-actions">
          <Button icon="plus" onClick={() => setAdding(true)}>
            {text('addPasskey')}
          </Button>
        </div>
      )}
      {removing !== null && (
        <RemoveDialog
          title={text('deletePasskeyTitle', { name: removing.name })}
          confirm={text('delete')}
          path={`${PASSKEYS}/${removing.passkeyId}`}
          onRemoved={reload}
          onClose={() => setRemoving(null)}
        >
          <p>{text('deletePasskeyText')}</p>
        </RemoveDialog>
      )}
    </section>
  );
}

interface PasskeyFormProps {
  readonly onAdded: () => Promise<void>;
  readonly onCancel: () => void;
}

function PasskeyForm({ onAdded, onCancel }: PasskeyFormProps) {
  const text = useSettingsText();
  const { api } = useApp();
  const [name, setName] = useState(nameBrowser(navigator.userAgent) ?? '');
  const [currentPassword, setCurrentPassword] = useState('');
  const [isGivenUp, setGivenUp] = useState(false);
  const add = async () => {
    setGivenUp(false);
    try {
      await addPasskey(api, currentPassword, name);
    } catch (error) {
      // Browsers do not say whether the person gave up or the device has the passkey.
      if (!(error instanceof DOMException)) throw error;
      setGivenUp(true);
      return;
    }
    await onAdded();
  };
  return (
    <SettingsForm submit={text('addPasskey')} onSubmit={add} onCancel={onCancel}>
      {(problemAt) => (
        <>
          <div class="two-fields">
            <TextField
              label={text('passkeyName')}
              problem={problemAt('name', text('passkeyName'))}
              value={name}
              onValue={setName}
              autocomplete="off"
              required
            />
            <CurrentPasswordField
              problemAt={problemAt}
              value={currentPassword}
              onValue={setCurrentPassword}
            />
          </div>
          {isGivenUp && <Notice mood="calm">{text('passkeyNotAdded')}</Notice>}
        </>
      )}
    </SettingsForm>
  );
}

interface PasskeyRowProps {
  readonly passkey: PasskeyBody;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey, onRemove }: PasskeyRowProps) {
  const text = useSettingsText();
  const { language } = usePageLanguage();
  const { name, createdAt, lastUsedAt } = passkey;
  const used =
    lastUsedAt === null
      ? text('neverUsed')
      : text('lastUsed', { time: formatDateTime(language, lastUsedAt) });
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">{name}</span>
        <span class="row-facts">
          {text('created', { time: formatDateTime(language, createdAt) })} · {used}
        </span>
      </div>
      <Button kind="quiet" icon="trash" aria-label={text('deleteNamed', { name })} onClick={onRemove}>
        {text('delete')}
      </Button>
    </li>
  );
}
