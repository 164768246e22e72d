import { useState } from 'preact/hooks';
import type { ProblemAt } from '../../parts/failure-notice.tsx';
import { CheckField, TextField } from '../../parts/field.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { type AppContextValue, useApp } from '../router.ts';
import { SettingsForm } from './list-card.tsx';

/** A person who came by single sign-on may have no password: the service asks for a fresh sign-in instead. */
export function asksForPassword(method: AppContextValue['method']): boolean {
  return method === 'password' || method === 'passkey';
}

interface CurrentPasswordFieldProps {
  readonly problemAt: ProblemAt;
  readonly value: string;
  readonly autofocus?: boolean | undefined;
  readonly onValue: (password: string) => void;
}

/** Changes of credentials ask for the current password. */
export function CurrentPasswordField({ problemAt, ...rest }: CurrentPasswordFieldProps) {
  const text = useSettingsText();
  return (
    <TextField
      label={text('currentPassword')}
      type="password"
      autocomplete="current-password"
      required
      problem={problemAt('currentPassword', text('currentPassword'))}
      {...rest}
    />
  );
}

interface ProgramAccessFieldProps {
  readonly isEnded: boolean;
  readonly onChange: (isEnded: boolean) => void;
}

/** API keys stay valid. */
export function ProgramAccessField({ isEnded, onChange }: ProgramAccessFieldProps) {
  const text = useSettingsText();
  return (
    <>
      <CheckField label={text('endPrograms')} isChecked={isEnded} onChange={onChange} />
      <p class="soft">
        {text('keysStay')}{' '}
        <a class="text-link" href="/settings/api-keys">
          {text('reviewKeys')}
        </a>
      </p>
    </>
  );
}

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
