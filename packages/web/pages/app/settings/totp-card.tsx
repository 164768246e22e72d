import { useState } from 'preact/hooks';
import { Button, Notice } from '../../parts/controls.tsx';
import { TextField } from '../../parts/field.tsx';
import { useLoaded } from '../../parts/hooks.ts';
import { QrCode } from '../../parts/qr-code.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useApp } from '../router.ts';
import { LoadedView, SettingsForm } from './list-card.tsx';
import { CurrentPasswordField } from './password-card.tsx';

const TOTP = '/v1/users/me/totp';

interface TotpState {
  readonly isEnabled: boolean;
  readonly recoveryCodesLeft: number;
}

interface TotpSecret {
  /** The person may type the secret. */
  readonly secret: string;
  /** The QR code has this address. */
  readonly uri: string;
}

type Step = 'begin' | 'disable' | 'renew' | null;

/** The second factor is for sign-ins with the password. */
export function TotpCard() {
  const text = useSettingsText();
  const { api } = useApp();
  const { state, reload } = useLoaded(() => api.get<TotpState>(TOTP), TOTP);
  const [step, setStep] = useState<Step>(null);
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const show = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    setSecret(null);
    setStep(null);
    return reload();
  };
  return (
    <section class="card" aria-labelledby="totp">
      <h2 id="totp">{text('totp')}</h2>
      <LoadedView state={state} onRetry={reload}>
        {({ isEnabled, recoveryCodesLeft }) => (
          <>
            <p class="soft">
              {isEnabled ? text('totpEnabled', { count: recoveryCodesLeft }) : text('totpIntro')}
            </p>
            {codes !== null && <RecoveryCodes codes={codes} />}
            {step === null && secret === null && (
              <div class="form-actions">
                {!isEnabled && <Button onClick={() => setStep('begin')}>{text('totpBegin')}</Button>}
                {isEnabled && <Button onClick={() => setStep('renew')}>{text('renewCodes')}</Button>}
                {isEnabled && <Button onClick={() => setStep('disable')}>{text('totpDisable')}</Button>}
              </div>
            )}
            {step === 'begin' && (
              <PasswordQuestion
                submit={text('continue')}
                onSubmit={async (currentPassword) => {
                  setSecret(await api.post<TotpSecret>(TOTP, { currentPassword }));
                  setStep(null);
                }}
                onCancel={() => setStep(null)}
              />
            )}
            {step === 'disable' && (
              <PasswordQuestion
                submit={text('totpDisable')}
                onSubmit={async (currentPassword) => {
                  await api.post(`${TOTP}/disable`, { currentPassword });
                  setCodes(null);
                  setStep(null);
                  await reload();
                }}
                onCancel={() => setStep(null)}
              />
            )}
            {step === 'renew' && (
              <PasswordQuestion
                submit={text('renewCodes')}
                onSubmit={async (currentPassword) => {
                  const body = { currentPassword };
                  const made = await api.post<{ recoveryCodes: readonly string[] }>(
                    `${TOTP}/recovery-codes`,
                    body,
                  );
                  await show(made.recoveryCodes);
                }}
                onCancel={() => setStep(null)}
              />
            )}
            {secret !== null && <FirstCode secret={secret} onDone={show} />}
          </>
        )}
      </LoadedView>
    </section>
  );
}

interface PasswordQuestionProps {
  readonly submit: string;
  readonly onSubmit: (currentPassword: string) => Promise<unknown>;
  readonly onCancel: () => void;
}

function PasswordQuestion({ submit, onSubmit, onCancel }: PasswordQuestionProps) {
  const [currentPassword, setCurrentPassword] = useState('');
  return (
    <SettingsForm submit={submit} onSubmit={() => onSubmit(currentPassword)} onCancel={onCancel}>
      {(problemAt) => (
        <CurrentPasswordField
          problemAt={problemAt}
          value={currentPassword}
          onValue={setCurrentPassword}
          autofocus
        />
      )}
    </SettingsForm>
  );
}

interface FirstCodeProps {
  readonly secret: TotpSecret;
  readonly onDone: (recoveryCodes: readonly string[]) => Promise<void>;
}

function FirstCode({ secret, onDone }: FirstCodeProps) {
  const text = useSettingsText();
  const { api } = useApp();
  const [code, setCode] = useState('');
  return (
    <>
      <p>{text('totpScan')}</p>
      <QrCode content={secret.uri} label={text('totpQr')} />
      <div class="secret">
        <code>{secret.secret}</code>
        <CopyButton value={secret.secret} label={text('copy')} />
      </div>
      <SettingsForm
        submit={text('totpConfirm')}
        onSubmit={async () => {
          const { recoveryCodes } = await api.put<{ recoveryCodes: readonly string[] }>(TOTP, { code });
          await onDone(recoveryCodes);
        }}
      >
        {(problemAt) => (
          <TextField
            label={text('totpCode')}
            problem={problemAt('code', text('totpCode'))}
            value={code}
            onValue={setCode}
            autocomplete="one-time-code"
            inputMode="numeric"
            required
          />
        )}
      </SettingsForm>
    </>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = useSettingsText();
  return (
    <>
      <Notice mood="good">{text('recoveryCodesOnce')}</Notice>
      <ol class="code-list">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div class="form-actions">
        <CopyButton value={codes.join('\n')} label={text('copy')} />
      </div>
    </>
  );
}
