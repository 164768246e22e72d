import { useState } from 'preact/hooks';
import { TextField } from '../../../parts/field.tsx';
import { useApp } from '../../app-context.ts';
import { SettingsForm } from '../settings-form.tsx';
import { useSettingsText } from '../text.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { ProgramAccessField } from './program-access-field.tsx';

export function PasswordCard() {
  const text = useSettingsText();
  const { api, user } = useApp();
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const [endPrograms, setEndPrograms] = useState(false);
  return (
    <section class="card" aria-labelledby="password">
      <h2 id="password">{text('password')}</h2>
      <p class="soft">{text('passwordIntro')}</p>
      <SettingsForm
        submit={text('changePassword')}
        done={text('passwordChanged')}
        onSubmit={async () => {
          await api.put('/v1/users/me/password', { currentPassword, password, endPrograms });
          setCurrentPassword('');
          setPassword('');
          setEndPrograms(false);
        }}
      >
        {(problemAt) => (
          <>
            <div class="two-fields">
              {/* For password managers. */}
              <input
                class="visually-hidden"
                autocomplete="username"
                value={user.emailAddress}
                readOnly
                tabIndex={-1}
                aria-hidden="true"
              />
              <CurrentPasswordField
                problemAt={problemAt}
                value={currentPassword}
                onValue={setCurrentPassword}
              />
              <TextField
                label={text('newPassword')}
                hint={text('newPasswordHint')}
                type="password"
                value={password}
                onValue={setPassword}
                problem={problemAt('password', text('newPassword'))}
                autocomplete="new-password"
                required
              />
            </div>
            <ProgramAccessField isEnded={endPrograms} onChange={setEndPrograms} />
          </>
        )}
      </SettingsForm>
    </section>
  );
}
