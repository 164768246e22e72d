import type { PasskeyBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button, Notice } from '../../parts/controls.tsx';
import { TextField } from '../../parts/field.tsx';
import * as icons from '../../parts/icons.ts';
import { useSettingsText } from '../../parts/texts.tsx';
import { addPasskey, hasPasskeys } from '../../requests/passkeys.ts';
import { useApp } from '../router.ts';
import { ListCard, ListRow, SettingsForm, UsedFacts, useList } from './list-card.tsx';
import { CurrentPasswordField } from './password-card.tsx';
import { nameBrowser } from './session-card.tsx';

const PASSKEYS = '/v1/users/me/passkeys';

/** Passkeys replace the password and the authenticator app. */
export function PasskeyCard() {
  const text = useSettingsText();
  const list = useList<PasskeyBody>(PASSKEYS, 'passkeys');
  const [isAdding, setAdding] = useState(false);
  return (
    <ListCard
      id="passkeys"
      title={text('passkeys')}
      head={<p class="soft">{text('passkeysIntro')}</p>}
      list={list}
      row={({ passkeyId, name, createdAt, lastUsedAt }, onRemove) => (
        <ListRow
          key={passkeyId}
          title={name}
          facts={[<UsedFacts key="used" createdAt={createdAt} lastUsedAt={lastUsedAt} />]}
          action={{
            icon: icons.trash,
            text: text('delete'),
            label: text('deleteNamed', { name }),
            onClick: onRemove,
          }}
        />
      )}
      removal={({ passkeyId, name }) => ({
        title: text('deletePasskeyTitle', { name }),
        confirm: text('delete'),
        text: text('deletePasskeyText'),
        path: `${PASSKEYS}/${passkeyId}`,
      })}
    >
      {isAdding && (
        <PasskeyForm
          onAdded={async () => {
            setAdding(false);
            await list.reload();
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {!isAdding && hasPasskeys() && (
        <div class="form-actions">
          <Button icon={icons.plus} onClick={() => setAdding(true)}>
            {text('addPasskey')}
          </Button>
        </div>
      )}
    </ListCard>
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
