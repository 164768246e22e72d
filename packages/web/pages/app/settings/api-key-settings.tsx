import type { ApiKeyBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button, EmptyState, Notice } from '../../parts/controls.tsx';
import { TextField } from '../../parts/field.tsx';
import { useLoaded, useScrollIntoView } from '../../parts/hooks.ts';
import { formatDateTime, usePageLanguage } from '../../parts/language.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useApp } from '../router.ts';
import { LoadedView, RemoveDialog, SettingsForm } from './list-card.tsx';
import { CurrentPasswordField } from './password-card.tsx';

const KEYS = '/v1/account/api-keys';

/** A new one is shown once. */
export function ApiKeySettings() {
  const text = useSettingsText();
  const { api } = useApp();
  const { state, reload } = useLoaded(() => api.getAll<ApiKeyBody>(KEYS, 'apiKeys'), 'keys');
  const [made, setMade] = useState<string | null>(null);
  const [removing, setRemoving] = useState<ApiKeyBody | null>(null);
  return (
    <>
      <section class="card" aria-labelledby="new-key">
        <h2 id="new-key">{text('newApiKey')}</h2>
        <p class="soft">{text('apiKeysIntro')}</p>
        <NewKeyForm
          onMade={(secret) => {
            setMade(secret);
            void reload();
          }}
        />
        {made !== null && <ShownSecret secret={made} notice={text('apiKeyOnce')} />}
      </section>
      <section class="card" aria-labelledby="keys">
        <h2 id="keys">{text('apiKeys')}</h2>
        <LoadedView state={state} onRetry={reload}>
          {(keys) =>
            keys.length === 0 ? (
              <EmptyState icon="key" title={text('noApiKeys')} />
            ) : (
              <ul class="rows">
                {keys.map((key) => (
                  <KeyRow key={key.apiKeyId} apiKey={key} onRemove={() => setRemoving(key)} />
                ))}
              </ul>
            )
          }
        </LoadedView>
      </section>
      {removing !== null && (
        <RemoveDialog
          title={text('deleteApiKeyTitle', { name: removing.name })}
          confirm={text('delete')}
          path={`${KEYS}/${removing.apiKeyId}`}
          onRemoved={reload}
          onClose={() => setRemoving(null)}
        >
          <p>{text('deleteApiKeyText')}</p>
        </RemoveDialog>
      )}
    </>
  );
}

function NewKeyForm({ onMade }: { readonly onMade: (secret: string) => void }) {
  const text = useSettingsText();
  const { api } = useApp();
  const [name, setName] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  return (
    <SettingsForm
      submit={text('createApiKey')}
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
          <CurrentPasswordField problemAt={problemAt} value={currentPassword} onValue={setCurrentPassword} />
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

interface KeyRowProps {
  readonly apiKey: ApiKeyBody;
  readonly onRemove: () => void;
}

function KeyRow({ apiKey, onRemove }: KeyRowProps) {
  const text = useSettingsText();
  const { language } = usePageLanguage();
  const { name, prefix, createdAt, lastUsedAt } = apiKey;
  return (
    <li class="row">
      <div class="row-main">
        <span class="row-title">
          {name} <code class="soft">{prefix}…</code>
        </span>
        <span class="row-facts">
          {text('created', { time: formatDateTime(language, createdAt) })} ·{' '}
          {lastUsedAt === null
            ? text('neverUsed')
            : text('lastUsed', { time: formatDateTime(language, lastUsedAt) })}
        </span>
      </div>
      <Button kind="quiet" icon="trash" aria-label={text('deleteNamed', { name })} onClick={onRemove}>
        {text('delete')}
      </Button>
    </li>
  );
}
