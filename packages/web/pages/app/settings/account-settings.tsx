import type { AccountBody } from '@countersign/api/bodies';
import { LANGUAGES } from '@countersign/base/locale';
import { contrastWithWhite, isReadableColor, MIN_CONTRAST } from '@countersign/base/text';
import { useId, useState } from 'preact/hooks';
import { Button, Icon } from '../../parts/controls.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { CheckField, Field, SelectField, TextField } from '../../parts/field.tsx';
import { useAction, useLoaded } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { LANGUAGE_NAMES, shellLanguage, usePageLanguage } from '../../parts/language.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { CloseAccountCard } from './close-account-card.tsx';
import { LoadedView, SettingsForm } from './list-card.tsx';

/** The color of the service is the first suggestion. */
const FIRST_COLOR = '#1b5fae';

interface ColorFieldProps {
  /** The value is `#rrggbb`, or null for the color of the service. */
  readonly value: string | null;
  readonly onValue: (value: string | null) => void;
  readonly problem: string | undefined;
}

/** Shows a sample and the contrast that the service requires. */
function ColorField({ value, onValue, problem }: ColorFieldProps) {
  const text = useSettingsText();
  const { language } = usePageLanguage();
  const format = (contrast: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(contrast);
  const params = (color: string) => ({
    contrast: format(contrastWithWhite(color)),
    min: format(MIN_CONTRAST),
  });
  return (
    <>
      <CheckField
        label={text('colorOwn')}
        isChecked={value !== null}
        onChange={(isOwn) => onValue(isOwn ? FIRST_COLOR : null)}
      />
      {value !== null && (
        <Field
          label={text('color')}
          hint={text('colorHint')}
          problem={isReadableColor(value) ? problem : text('colorTooLight', params(value))}
        >
          {(control) => (
            <div class="color-field">
              <input
                {...control}
                type="color"
                value={value}
                onInput={(event) => onValue(event.currentTarget.value.toLowerCase())}
              />
              {isReadableColor(value) && (
                <span class="color-sample" style={{ backgroundColor: value }} aria-hidden="true">
                  {text('colorSample')}
                </span>
              )}
            </div>
          )}
        </Field>
      )}
    </>
  );
}

/** A chosen file is stored at once. */
function LogoField({ first, senderName }: { readonly first: string | null; readonly senderName: string }) {
  const text = useSettingsText();
  const { api } = useApp();
  const id = useId();
  const action = useAction();
  const [logoUrl, setLogoUrl] = useState(first);
  const upload = (file: File) =>
    action.run(async () => {
      const form = new FormData();
      form.append('file', file);
      setLogoUrl((await api.upload<AccountBody>('/v1/account/logo', form)).logoUrl);
    });
  const remove = () =>
    action.run(async () => {
      await api.delete('/v1/account/logo');
      setLogoUrl(null);
    });
  return (
    <section class="card form" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{text('logo')}</h2>
      <p id={`${id}-hint`}>{text('logoHint')}</p>
      {logoUrl !== null && <img class="logo-sample" src={logoUrl} alt={senderName} />}
      {action.error !== undefined && <FailureNotice error={action.error} />}
      <div class="form-actions">
        <span class="file-picker">
          <input
            id={id}
            class="visually-hidden"
            type="file"
            accept="image/png,image/jpeg"
            aria-describedby={`${id}-hint`}
            disabled={action.isBusy}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // The same file can be chosen again.
              currentTarget.value = '';
              if (file !== undefined) void upload(file);
            }}
          />
          <label for={id} class="button">
            <Icon path={icons.file} />
            {text('chooseLogo')}
          </label>
        </span>
        {logoUrl !== null && (
          <Button isBusy={action.isBusy} onClick={() => void remove()}>
            {text('removeLogo')}
          </Button>
        )}
      </div>
    </section>
  );
}

interface TimeZoneFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly problem?: string | undefined;
}

/** Offers the time zones that the browser knows, and the one in use. */
export function TimeZoneField({ value, onValue, problem }: TimeZoneFieldProps) {
  const text = useSettingsText();
  const zones = new Set(['UTC', value, ...Intl.supportedValuesOf('timeZone')]);
  return (
    <SelectField
      label={text('timeZone')}
      hint={text('timeZoneHint')}
      problem={problem}
      value={value}
      choices={[...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      onValue={onValue}
    />
  );
}

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
          <CloseAccountCard />
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
      kind="primary"
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
          <TimeZoneField
            value={timeZone}
            onValue={setTimeZone}
            problem={problemAt('timeZone', text('timeZone'))}
          />
          <ColorField value={color} onValue={setColor} problem={problemAt('color', text('color'))} />
        </>
      )}
    </SettingsForm>
  );
}
