import type { AccountBody } from '@countersign/api/bodies';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useApp } from '../app-context.ts';
import { useSettingsText } from './text.ts';

/** A chosen file is stored at once. */
export function LogoField({
  first,
  senderName,
}: {
  readonly first: string | null;
  readonly senderName: string;
}) {
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
              // Allows choosing the same file again.
              currentTarget.value = '';
              if (file !== undefined) void upload(file);
            }}
          />
          <label for={id} class="button">
            <Icon name="file" />
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
