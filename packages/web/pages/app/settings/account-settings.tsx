import type { AccountBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../parts/field.tsx';
import { LANGUAGE_NAMES, LANGUAGES, shellLanguage } from '../../parts/language.ts';
import { useLoaded } from '../../parts/use-loaded.ts';
import { useApp } from '../app-context.ts';
import { ColorField } from './color-field.tsx';
import { LoadedView } from './loaded-view.tsx';
import { LogoField } from './logo-field.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useSettingsText } from './text.ts';
import { TimeZoneField } from './time-zone-field.tsx';

export function AccountSettings() {
  const { api } = useApp();
  const { state, reload } = useLoaded(() => api.get<AccountBody>('/v1/account'), 'account');
  return (
    <LoadedView state={state} onRetry={reload}>
      {(account) => (
        <>
          <section class="card">
            <AccountForm account={account} />
          </section>
          <LogoField first={account.logoUrl} senderName={account.senderName ?? account.name} />
        </>
      )}
    </LoadedView>
  );
}

function AccountForm({ account }: { readonly account: AccountBody }) {
  const text = useSettingsText();
  const { api, refreshSession } = useApp();
  const [name, setName] = useState(account.name);
  const [timeZone, setTimeZone] = useState(account.timeZone);
  const [color, setColor] = useState(account.color);
  const [language, setLanguage] = useState(account.language);
  const [senderName, setSenderName] = useState(account.senderName ?? '');
  return (
    <SettingsForm
      submit={text('save')}
      done={text('saved')}
      onSubmit={async () => {
        const sender = senderName.trim() === '' ? null : senderName;
        await api.patch('/v1/account', { name, timeZone, color, language, senderName: sender });
        await refreshSession();
      }}
    >
      {(problemAt) => (
        <>
          <TextField
            label={text('accountName')}
            hint={text('accountNameHint')}
            value={name}
            onValue={setName}
            problem={problemAt('name', text('accountName'))}
            autocomplete="organization"
            required
          />
          <TextField
            label={text('senderName')}
            hint={text('senderNameHint')}
            value={senderName}
            onValue={setSenderName}
            problem={problemAt('senderName', text('senderName'))}
          />
          <SelectField
            label={text('defaultLanguage')}
            hint={text('defaultLanguageHint')}
            value={language}
            choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onValue={(value) => setLanguage(shellLanguage(value))}
          />
          <TimeZoneField value={timeZone} onValue={setTimeZone} problem={problemAt('timeZone')} />
          <ColorField value={color} onValue={setColor} problem={problemAt('color')} />
        </>
      )}
    </SettingsForm>
  );
}
