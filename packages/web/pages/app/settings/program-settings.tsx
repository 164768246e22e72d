import type { GrantBody, OAuthClientBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../parts/field.tsx';
import * as icons from '../../parts/icons.ts';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { ShownSecret } from './api-key-settings.tsx';
import { ListCard, ListRow, SettingsForm, useList, useSayMoment } from './list-card.tsx';

const GRANTS = '/v1/users/me/grants';
const CLIENTS = '/v1/users/me/oauth-clients';

/** Programs that have access to the account, and programs that the user develops. */
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
  const say = useSayMoment();
  const list = useList<GrantBody>(GRANTS, 'grants');
  return (
    <ListCard
      id="grants"
      title={text('grants')}
      list={list}
      empty={{ icon: icons.shield, title: text('noGrants'), children: <p>{text('noGrantsText')}</p> }}
      row={({ grantId, clientName, scopes, createdAt }, onRemove) => {
        const scope = text(scopes.includes('write') ? 'scopeWrite' : 'scopeRead');
        return (
          <ListRow
            key={grantId}
            title={clientName}
            facts={[`${scope} · ${text('granted', { time: say(createdAt) })}`]}
            action={{
              icon: icons.trash,
              text: text('endAccess'),
              label: text('endAccessNamed', { name: clientName }),
              onClick: onRemove,
            }}
          />
        );
      }}
      removal={({ grantId, clientName }) => ({
        title: text('endAccessNamed', { name: clientName }),
        confirm: text('endAccess'),
        text: text('endAccessText'),
        path: `${GRANTS}/${grantId}`,
      })}
    />
  );
}

function ClientCard() {
  const text = useSettingsText();
  const list = useList<OAuthClientBody>(CLIENTS, 'clients');
  const [made, setMade] = useState<OAuthClientBody | null>(null);
  return (
    <ListCard
      id="clients"
      title={text('clients')}
      head={
        <>
          <p class="soft">{text('clientsIntro')}</p>
          <ClientForm
            onMade={(client) => {
              setMade(client);
              void list.reload();
            }}
          />
          {made?.client_secret !== undefined && (
            <ShownSecret secret={made.client_secret} notice={text('clientSecretOnce')} />
          )}
        </>
      }
      list={list}
      row={({ client_id, client_name, redirect_uris }, onRemove) => (
        <ListRow
          key={client_id}
          title={client_name}
          facts={[<code key="id">{client_id}</code>, redirect_uris.join(', ')]}
          action={{
            icon: icons.trash,
            text: text('delete'),
            label: text('deleteNamed', { name: client_name }),
            onClick: onRemove,
          }}
        />
      )}
      removal={({ client_id, client_name }) => ({
        title: text('deleteClientTitle', { name: client_name }),
        confirm: text('delete'),
        text: text('deleteClientText'),
        path: `${CLIENTS}/${client_id}`,
      })}
    />
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
      kind="primary"
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
