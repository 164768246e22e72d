import type { GrantBody, OAuthClientBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button, EmptyState } from '../../parts/controls.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { useLoaded } from '../../parts/hooks.ts';
import { formatDateTime, usePageLanguage } from '../../parts/language.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { ShownSecret } from './api-key-settings.tsx';
import { LoadedView, RemoveDialog, SettingsForm } from './list-card.tsx';

const GRANTS = '/v1/users/me/grants';
const CLIENTS = '/v1/users/me/oauth-clients';

/** Those with access to the account, and those that the user makes. */
export function ProgramSettings() {
  return (
    <>
      <GrantCard />
      <ClientCard />
    </>
  );
}

function GrantCard() {
  const text = useSettingsText();
  const { language } = usePageLanguage();
  const { api } = useApp();
  const { state, reload } = useLoaded(() => api.getAll<GrantBody>(GRANTS, 'grants'), GRANTS);
  const [ending, setEnding] = useState<GrantBody | null>(null);
  return (
    <section class="card" aria-labelledby="grants">
      <h2 id="grants">{text('grants')}</h2>
      <LoadedView state={state} onRetry={reload}>
        {(grants) =>
          grants.length === 0 ? (
            <EmptyState icon="shield" title={text('noGrants')} />
          ) : (
            <ul class="rows">
              {grants.map((grant) => (
                <li class="row" key={grant.grantId}>
                  <div class="row-main">
                    <span class="row-title">{grant.clientName}</span>
                    <span class="row-facts">
                      {text(grant.scopes.includes('write') ? 'scopeWrite' : 'scopeRead')} ·{' '}
                      {text('granted', { time: formatDateTime(language, grant.createdAt) })}
                    </span>
                  </div>
                  <Button
                    kind="quiet"
                    icon="trash"
                    aria-label={text('endAccessNamed', { name: grant.clientName })}
                    onClick={() => setEnding(grant)}
                  >
                    {text('endAccess')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
      {ending !== null && (
        <RemoveDialog
          title={text('endAccessNamed', { name: ending.clientName })}
          confirm={text('endAccess')}
          path={`${GRANTS}/${ending.grantId}`}
          onRemoved={reload}
          onClose={() => setEnding(null)}
        >
          <p>{text('endAccessText')}</p>
        </RemoveDialog>
      )}
    </section>
  );
}

function ClientCard() {
  const text = useSettingsText();
  const { api } = useApp();
  const { state, reload } = useLoaded(() => api.getAll<OAuthClientBody>(CLIENTS, 'clients'), CLIENTS);
  const [made, setMade] = useState<OAuthClientBody | null>(null);
  const [removing, setRemoving] = useState<OAuthClientBody | null>(null);
  return (
    <section class="card" aria-labelledby="clients">
      <h2 id="clients">{text('clients')}</h2>
      <p class="soft">{text('clientsIntro')}</p>
      <ClientForm
        onMade={(client) => {
          setMade(client);
          void reload();
        }}
      />
      {made?.client_secret !== undefined && (
        <ShownSecret secret={made.client_secret} notice={text('clientSecretOnce')} />
      )}
      <LoadedView state={state} onRetry={reload}>
        {(clients) => (
          <ul class="rows">
            {clients.map((client) => (
              <li class="row" key={client.client_id}>
                <div class="row-main">
                  <span class="row-title">{client.client_name}</span>
                  <span class="row-facts">
                    <code>{client.client_id}</code>
                  </span>
                  <span class="row-facts">{client.redirect_uris.join(', ')}</span>
                </div>
                <Button
                  kind="quiet"
                  icon="trash"
                  aria-label={text('deleteNamed', { name: client.client_name })}
                  onClick={() => setRemoving(client)}
                >
                  {text('delete')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LoadedView>
      {removing !== null && (
        <RemoveDialog
          title={text('deleteClientTitle', { name: removing.client_name })}
          confirm={text('delete')}
          path={`${CLIENTS}/${removing.client_id}`}
          onRemoved={reload}
          onClose={() => setRemoving(null)}
        >
          <p>{text('deleteClientText')}</p>
        </RemoveDialog>
      )}
    </section>
  );
}

type AuthMethod = OAuthClientBody['token_endpoint_auth_method'];

function ClientForm({ onMade }: { readonly onMade: (client: OAuthClientBody) => void }) {
  const text = useSettingsText();
  const { api } = useApp();
  const [name, setName] = useState('');
  const [redirectUri, setRedirectUri] = useState('');
  const [method, setMethod] = useState<AuthMethod>('none');
  return (
    <SettingsForm
      submit={text('createClient')}
      onSubmit={async () => {
        const registration = {
          client_name: name,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: method,
          grant_types: ['authorization_code', 'refresh_token'],
        };
        onMade(await api.post<OAuthClientBody>(CLIENTS, registration));
        setName('');
        setRedirectUri('');
      }}
    >
      {(problemAt) => (
        <div class="two-fields">
          <TextField
            label={text('name')}
            value={name}
            onValue={setName}
            problem={problemAt('client_name', text('name'))}
            autocomplete="off"
            required
          />
          <TextField
            label={text('redirectUri')}
            hint={text('redirectUriHint')}
            type="url"
            value={redirectUri}
            onValue={setRedirectUri}
            problem={problemAt('redirect_uris.0', text('redirectUri'))}
            autocomplete="off"
            required
          />
          <SelectField
            label={text('clientKind')}
            value={method}
            choices={[
              { value: 'none', label: text('clientPublic') },
              { value: 'client_secret_basic', label: text('clientConfidential') },
            ]}
            onValue={(value) => setMethod(value === 'none' ? 'none' : 'client_secret_basic')}
          />
        </div>
      )}
    </SettingsForm>
  );
}
