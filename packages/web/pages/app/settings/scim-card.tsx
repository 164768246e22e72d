import type { SingleSignOnBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { useSettingsText } from '../../parts/texts.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useApp } from '../router.ts';
import { ShownSecret } from './api-key-settings.tsx';
import { RemoveDialog, SettingsForm, useSayMoment } from './list-card.tsx';
import { asksForPassword, CurrentPasswordField } from './password-card.tsx';

const TOKEN = '/v1/account/single-sign-on/scim-token';

interface ScimCardProps {
  readonly scim: SingleSignOnBody['scim'];
  readonly onChange: () => Promise<void>;
}

/** The directory of the organisation keeps the users of the account. Its token is shown once. */
export function ScimCard({ scim, onChange }: ScimCardProps) {
  const text = useSettingsText();
  const say = useSayMoment();
  const [token, setToken] = useState<string | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const { tokenCreatedAt } = scim;
  return (
    <section class="card" aria-labelledby="scim">
      <h2 id="scim">{text('scim')}</h2>
      <p class="soft">{text('scimIntro')}</p>
      <p class="soft">{text('scimAddress')}</p>
      <div class="secret">
        <code>{scim.url}</code>
        <CopyButton value={scim.url} label={text('copy')} />
      </div>
      {tokenCreatedAt !== null && <p>{text('scimTokenMade', { time: say(tokenCreatedAt) })}</p>}
      <TokenForm
        submit={text(tokenCreatedAt === null ? 'createScimToken' : 'replaceScimToken')}
        onMade={async (made) => {
          setToken(made);
          await onChange();
        }}
      />
      {token !== null && <ShownSecret secret={token} notice={text('scimTokenOnce')} />}
      {tokenCreatedAt !== null && (
        <div class="form-actions">
          <Button kind="quiet" icon={icons.trash} onClick={() => setRemoving(true)}>
            {text('removeScimToken')}
          </Button>
        </div>
      )}
      {isRemoving && (
        <RemoveDialog
          title={text('removeScimTokenTitle')}
          confirm={text('removeScimToken')}
          text={text('removeScimTokenText')}
          path={TOKEN}
          onRemoved={async () => {
            setToken(null);
            await onChange();
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </section>
  );
}

interface TokenFormProps {
  readonly submit: string;
  readonly onMade: (token: string) => Promise<void>;
}

function TokenForm({ submit, onMade }: TokenFormProps) {
  const { api, method } = useApp();
  const [currentPassword, setCurrentPassword] = useState('');
  const make = async () => {
    const body = asksForPassword(method) ? { currentPassword } : {};
    const { scimToken } = await api.post<{ scimToken: string }>(TOKEN, body);
    setCurrentPassword('');
    await onMade(scimToken);
  };
  return (
    <SettingsForm submit={submit} onSubmit={make}>
      {(problemAt) =>
        asksForPassword(method) && (
          <CurrentPasswordField problemAt={problemAt} value={currentPassword} onValue={setCurrentPassword} />
        )
      }
    </SettingsForm>
  );
}
