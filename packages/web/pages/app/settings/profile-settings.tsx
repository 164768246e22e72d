import { LANGUAGES } from '@countersign/base/locale';
import { useState } from 'preact/hooks';
import { SelectField, TextField } from '../../parts/field.tsx';
import { LANGUAGE_NAMES, shellLanguage, usePageLanguage } from '../../parts/language.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { TimeZoneField } from './account-settings.tsx';
import { SettingsForm } from './list-card.tsx';
import { PasskeyCard } from './passkey-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionCard } from './session-card.tsx';
import { TotpCard } from './totp-card.tsx';

export function ProfileSettings() {
  const { method } = useApp();
  return (
    <>
      <PersonCard />
      {method === 'connection' ? (
        <CredentialsNote />
      ) : (
        <>
          <PasswordCard />
          <TotpCard />
          <PasskeyCard />
        </>
      )}
      <SessionCard />
    </>
  );
}

/** The single sign-on of an account does not reach what opens the person's other accounts. */
function CredentialsNote() {
  const text = useSettingsText();
  const { account } = useApp();
  return (
    <section class="card" aria-labelledby="credentials">
      <h2 id="credentials">{text('signedInBySingleSignOn')}</h2>
      <p class="soft">{text('credentialsElsewhere', { account: account.name })}</p>
    </section>
  );
}

function PersonCard() {
  const text = useSettingsText();
  const { api, user, account, refreshSession } = useApp();
  const { setLanguage } = usePageLanguage();
  const [fullName, setFullName] = useState(user.fullName);
  const [language, setOwnLanguage] = useState(user.language);
  const [timeZone, setTimeZone] = useState(user.timeZone ?? account.timeZone);
  return (
    <section class="card" aria-labelledby="person">
      <h2 id="person">{text('you')}</h2>
      <SettingsForm
        submit={text('save')}
        kind="primary"
        done={text('saved')}
        onSubmit={async () => {
          const ownTimeZone = timeZone === account.timeZone ? null : timeZone;
          await api.patch('/v1/users/me', { fullName, language, timeZone: ownTimeZone });
          setLanguage(language);
          await refreshSession();
        }}
      >
        {(problemAt) => (
          <div class="two-fields">
            <TextField
              label={text('name')}
              value={fullName}
              onValue={setFullName}
              problem={problemAt('fullName', text('name'))}
              autocomplete="name"
              required
            />
            <TextField
              label={text('emailAddress')}
              hint={text('emailAddressHint')}
              value={user.emailAddress}
              onValue={() => undefined}
              autocomplete="username"
              readOnly
            />
            <SelectField
              label={text('language')}
              value={language}
              choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              onValue={(value) => setOwnLanguage(shellLanguage(value))}
            />
            <TimeZoneField
              value={timeZone}
              onValue={setTimeZone}
              problem={problemAt('timeZone', text('timeZone'))}
            />
          </div>
        )}
      </SettingsForm>
    </section>
  );
}
