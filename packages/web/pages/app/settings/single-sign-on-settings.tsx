import type { SignOnDomainBody, SingleSignOnBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { CheckField, TextField } from '../../parts/field.tsx';
import { useAction, useLoaded } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useSettingsText } from '../../parts/texts.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useApp } from '../router.ts';
import { ListRow, LoadedView, RemoveDialog, SettingsForm, useSayMoment } from './list-card.tsx';
import { asksForPassword, CurrentPasswordField } from './password-card.tsx';
import { ScimCard } from './scim-card.tsx';

const SINGLE_SIGN_ON = '/v1/account/single-sign-on';
type ConnectionBody = SingleSignOnBody['connection'];

export function SingleSignOnSettings() {
  const { api } = useApp();
  const load = () => api.get<SingleSignOnBody>(SINGLE_SIGN_ON);
  const { state, reload } = useLoaded(load, SINGLE_SIGN_ON);
  return (
    <LoadedView state={state} onRetry={reload}>
      {({ connection, domains, scim, redirectUrls, signOutUrls }) => (
        <>
          <AddressCard redirectUrls={redirectUrls} signOutUrls={signOutUrls} />
          <ConnectionCard key={connection?.createdAt ?? ''} connection={connection} onChange={reload} />
          <DomainCard domains={domains} onChange={reload} />
          {connection !== null && <ScimCard scim={scim} onChange={reload} />}
        </>
      )}
    </LoadedView>
  );
}

type AddressCardProps = Pick<SingleSignOnBody, 'redirectUrls' | 'signOutUrls'>;

/** What the administrator of the provider needs first. */
function AddressCard({ redirectUrls, signOutUrls }: AddressCardProps) {
  const text = useSettingsText();
  return (
    <section class="card" aria-labelledby="provider">
      <h2 id="provider">{text('atYourProvider')}</h2>
      <p class="soft">{text('atYourProviderIntro')}</p>
      <CopiedValues name={text('redirectAddress')} values={redirectUrls} />
      <CopiedValues name={text('signOutAddress')} values={signOutUrls} />
    </section>
  );
}

function CopiedValues({ name, values }: { readonly name: string; readonly values: readonly string[] }) {
  const text = useSettingsText();
  return (
    <>
      <p class="soft">{name}</p>
      {values.map((value) => (
        <div key={value} class="secret">
          <code>{value}</code>
          <CopyButton value={value} label={text('copy')} />
        </div>
      ))}
    </>
  );
}

interface ConnectionCardProps {
  readonly connection: ConnectionBody;
  readonly onChange: () => Promise<void>;
}

function ConnectionCard({ connection, onChange }: ConnectionCardProps) {
  const text = useSettingsText();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <section class="card" aria-labelledby="connection">
      <div class="card-head">
        <h2 id="connection">{text('connection')}</h2>
        <span class={`badge ${connection === null ? '' : 'is-good'}`}>
          {text(connection === null ? 'notSetUp' : 'setUp')}
        </span>
      </div>
      <p class="soft">{text('connectionIntro')}</p>
      <ConnectionForm connection={connection} onChange={onChange} />
      {connection !== null && (
        <div class="form-actions">
          <Button kind="quiet" icon={icons.trash} onClick={() => setRemoving(true)}>
            {text('removeSingleSignOn')}
          </Button>
        </div>
      )}
      {isRemoving && (
        <RemoveDialog
          title={text('removeSingleSignOnTitle')}
          confirm={text('removeSingleSignOn')}
          text={text('removeSingleSignOnText')}
          path={SINGLE_SIGN_ON}
          onRemoved={onChange}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  );
}

const EMPTY = { name: '', issuer: '', clientId: '', clientSecret: '', roleClaim: '', adminValues: '' };
type Fields = typeof EMPTY;

function fieldsOf(connection: ConnectionBody): Fields {
  if (connection === null) return EMPTY;
  const { name, issuer, clientId, roleClaim, adminValues } = connection;
  const values = adminValues.join(', ');
  return { name, issuer, clientId, clientSecret: '', roleClaim: roleClaim ?? '', adminValues: values };
}

function ConnectionForm({ connection, onChange }: ConnectionCardProps) {
  const text = useSettingsText();
  const { api, method } = useApp();
  const [fields, setFields] = useState(fieldsOf(connection));
  const [isRequired, setRequired] = useState(connection?.isRequired ?? false);
  const [currentPassword, setCurrentPassword] = useState('');
  const set = (name: keyof Fields) => (value: string) => setFields({ ...fields, [name]: value });
  const isOther = fields.issuer !== connection?.issuer || fields.clientId !== connection.clientId;
  const isConfirmed = (isOther || fields.clientSecret !== '') && asksForPassword(method);
  const save = async () => {
    const { clientSecret, roleClaim, adminValues, ...others } = fields;
    const values = adminValues.split(',').map((value) => value.trim());
    await api.put(SINGLE_SIGN_ON, {
      ...others,
      isRequired,
      adminValues: values.filter((value) => value !== ''),
      ...(clientSecret !== '' && { clientSecret }),
      ...(roleClaim !== '' && { roleClaim }),
      ...(isConfirmed && { currentPassword }),
    });
    setFields({ ...fields, clientSecret: '' });
    setCurrentPassword('');
    await onChange();
  };
  return (
    <SettingsForm submit={text('save')} kind="primary" done={text('saved')} onSubmit={save}>
      {(problemAt) => {
        const field = (name: keyof Fields, label: string) => ({
          label,
          value: fields[name],
          onValue: set(name),
          problem: problemAt(name, label),
          autocomplete: 'off',
          spellcheck: false,
        });
        return (
          <>
            <div class="two-fields">
              <TextField {...field('name', text('providerName'))} hint={text('providerNameHint')} required />
              <TextField {...field('issuer', text('issuer'))} hint={text('issuerHint')} type="url" required />
              <TextField {...field('clientId', text('clientId'))} required />
              <TextField
                {...field('clientSecret', text('clientSecret'))}
                hint={text(isOther ? 'clientSecretHint' : 'clientSecretKept')}
                type="password"
                autocomplete="new-password"
                required={isOther}
              />
              <TextField {...field('roleClaim', text('roleClaim'))} hint={text('roleClaimHint')} />
              <TextField {...field('adminValues', text('adminValues'))} hint={text('adminValuesHint')} />
            </div>
            <CheckField label={text('requireSignOn')} isChecked={isRequired} onChange={setRequired} />
            <p class="soft">{text('requireSignOnHint')}</p>
            {isConfirmed && (
              <CurrentPasswordField
                problemAt={problemAt}
                value={currentPassword}
                onValue={setCurrentPassword}
              />
            )}
          </>
        );
      }}
    </SettingsForm>
  );
}

interface DomainCardProps {
  readonly domains: readonly SignOnDomainBody[];
  readonly onChange: () => Promise<void>;
}

function DomainCard({ domains, onChange }: DomainCardProps) {
  const text = useSettingsText();
  const { api } = useApp();
  const [domain, setDomain] = useState('');
  const [removed, setRemoved] = useState<SignOnDomainBody | null>(null);
  return (
    <section class="card" aria-labelledby="domains">
      <h2 id="domains">{text('domains')}</h2>
      <p class="soft">{text('domainsIntro')}</p>
      {domains.length > 0 && (
        <ul class="rows">
          {domains.map((one) => (
            <DomainRow key={one.domain} domain={one} onChange={onChange} onRemove={() => setRemoved(one)} />
          ))}
        </ul>
      )}
      <SettingsForm
        submit={text('addDomain')}
        onSubmit={async () => {
          await api.post(`${SINGLE_SIGN_ON}/domains`, { domain });
          setDomain('');
          await onChange();
        }}
      >
        {(problemAt) => (
          <TextField
            label={text('domain')}
            hint={text('domainHint')}
            value={domain}
            onValue={setDomain}
            problem={problemAt('domain', text('domain'))}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            required
          />
        )}
      </SettingsForm>
      {removed !== null && (
        <RemoveDialog
          title={text('removeDomainTitle', { name: removed.domain })}
          confirm={text('delete')}
          text={text('removeDomainText')}
          path={addressOf(removed)}
          onRemoved={onChange}
          onClose={() => setRemoved(null)}
        />
      )}
    </section>
  );
}

function addressOf({ domain }: SignOnDomainBody): string {
  return `${SINGLE_SIGN_ON}/domains/${encodeURIComponent(domain)}`;
}

interface DomainRowProps {
  readonly domain: SignOnDomainBody;
  readonly onChange: () => Promise<void>;
  readonly onRemove: () => void;
}

function DomainRow({ domain, onChange, onRemove }: DomainRowProps) {
  const text = useSettingsText();
  const say = useSayMoment();
  const { verifiedAt } = domain;
  const fact = verifiedAt === null ? text('domainOpen') : text('domainVerified', { time: say(verifiedAt) });
  const action = {
    icon: icons.trash,
    text: text('delete'),
    label: text('deleteNamed', { name: domain.domain }),
    onClick: onRemove,
  } as const;
  if (verifiedAt !== null) return <ListRow title={domain.domain} facts={[fact]} action={action} />;
  return (
    <ListRow title={domain.domain} facts={[fact]}>
      <DomainProof domain={domain} onChange={onChange} onRemove={onRemove} />
    </ListRow>
  );
}

function DomainProof({ domain, onChange, onRemove }: DomainRowProps) {
  const text = useSettingsText();
  const { api } = useApp();
  const action = useAction();
  const check = async () => {
    await api.post(`${addressOf(domain)}/verification`);
    await onChange();
  };
  return (
    <div class="form">
      <CopiedValues name={text('recordName')} values={[domain.record.name]} />
      <CopiedValues name={text('recordValue')} values={[domain.record.value]} />
      {action.error !== undefined && <FailureNotice error={action.error} />}
      <div class="form-actions">
        <Button icon={icons.check} isBusy={action.isBusy} onClick={() => action.run(check)}>
          {text('checkDomain')}
        </Button>
        <Button
          kind="quiet"
          icon={icons.trash}
          aria-label={text('deleteNamed', { name: domain.domain })}
          onClick={onRemove}
        >
          {text('delete')}
        </Button>
      </div>
    </div>
  );
}
