import type { ApiKeyBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Notice } from '../../parts/controls.tsx';
import { TextField } from '../../parts/field.tsx';
import { useScrollIntoView } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useSettingsText } from '../../parts/texts.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useApp } from '../router.ts';
import { ListCard, ListRow, SettingsForm, UsedFacts, useList } from './list-card.tsx';
import { asksForPassword, CurrentPasswordField } from './password-card.tsx';

const KEYS = '/v1/account/api-keys';

/** A new key is shown once, because the service keeps no more than its hash. */
export function ApiKeySettings() {
  const text = useSettingsText();
  const list = useList<ApiKeyBody>(KEYS, 'apiKeys');
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <ListCard
        id="keys"
        title={text('apiKeys')}
        list={list}
        empty={{ icon: icons.key, title: text('noApiKeys') }}
        row={({ apiKeyId, name, prefix, createdAt, lastUsedAt }, onRemove) => (
          <ListRow
            key={apiKeyId}
            title={
              <>
                {name} <code class="soft">{prefix}…</code>
              </>
            }
            facts={[<UsedFacts key="used" createdAt={createdAt} lastUsedAt={lastUsedAt} />]}
            action={{
              icon: icons.trash,
              text: text('delete'),
              label: text('deleteNamed', { name }),
              onClick: onRemove,
            }}
          />
        )}
        removal={({ apiKeyId, name }) => ({
          title: text('deleteApiKeyTitle', { name }),
          confirm: text('delete'),
          text: text('deleteApiKeyText'),
          path: `${KEYS}/${apiKeyId}`,
        })}
      />
      <section class="card" aria-labelledby="new-key">
        <h2 id="new-key">{text('newApiKey')}</h2>
        <p class="soft">{text('apiKeysIntro')}</p>
        <NewKeyForm
          onMade={(secret) => {
            setMade(secret);
            void list.reload();
          }}
        />
        {made !== null && <ShownSecret secret={made} notice={text('apiKeyOnce')} />}
      </section>
    </>
  );
}

function NewKeyForm({ onMade }: { readonly onMade: (secret: string) => void }) {
  const text = useSettingsText();
  const { api, method } = useApp();
  const [name, setName] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  return (
    <SettingsForm
      submit={text('createApiKey')}
      kind="primary"
      onSubmit={async () => {
        const made = await api.post<{ apiKey: string }>(KEYS, { name, currentPassword });
        setName('');
        setCurrentPassword('');
        onMade(made.apiKey);
      }}
    >
      {(problemAt) => (
        <div class="two-fields">
          <TextField
            label={text('name')}
            hint={text('apiKeyNameHint')}
            value={name}
            onValue={setName}
            problem={problemAt('name', text('name'))}
            autocomplete="off"
            required
          />
          {asksForPassword(method) && (
            <CurrentPasswordField
              problemAt={problemAt}
              value={currentPassword}
              onValue={setCurrentPassword}
            />
          )}
        </div>
      )}
    </SettingsForm>
  );
}

interface ShownSecretProps {
  readonly secret: string;
  readonly notice: string;
}

export function ShownSecret({ secret, notice }: ShownSecretProps) {
  const text = useSettingsText();
  const element = useScrollIntoView();
  return (
    <>
      <Notice mood="good">{notice}</Notice>
      <div ref={element} class="secret">
        <code>{secret}</code>
        <CopyButton value={secret} label={text('copy')} />
      </div>
    </>
  );
}
