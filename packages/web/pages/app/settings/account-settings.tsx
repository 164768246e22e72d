import type { AccountBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { problemOf } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { useApp } from '../app-context.ts';
import { ColorField } from './color-field.tsx';
import { LoadedView } from './loaded-view.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useSettingsText } from './text.ts';
import { TimeZoneField } from './time-zone-field.tsx';

/** Name and defaults of the account. */
export function AccountSettings() {
  const { api } = useApp();
  const { state, reload } = useLoaded(() => api.get<AccountBody>('/v1/account'), 'account');
  return (
    <section class="card">
      <LoadedView state={state} onRetry={reload}>
        {(account) => <AccountForm account={account} />}
      </LoadedView>
    </section>
  );
}

function AccountForm({ account }: { readonly account: AccountBody }) {
  const text = useSettingsText();
  const { api, refreshSession } = useApp();
  const [name, setName] = useState(account.name);
  const [timeZone, setTimeZone] = useState(account.timeZone);
  const [color, setColor] = useState(account.color);
  return (
    <SettingsForm
      submit={text('save')}
      done={text('saved')}
      onSubmit={async () => {
        await api.patch('/v1/account', { name, timeZone, color });
        await refreshSession();
      }}
    >
      {(error) => (
        <>
          <TextField
            label={text('accountName')}
            hint={text('accountNameHint')}
            value={name}
            onValue={setName}
            problem={problemOf(error, 'name')}
            autocomplete="organization"
            required
          />
          <TimeZoneField value={timeZone} onValue={setTimeZone} problem={problemOf(error, 'timeZone')} />
          <ColorField value={color} onValue={setColor} problem={problemOf(error, 'color')} />
        </>
      )}
    </SettingsForm>
  );
}
