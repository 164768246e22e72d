import type { UserBody } from '@countersign/api/bodies';
import { LANGUAGES } from '@countersign/base/locale';
import type { SettingsKey } from '@countersign/i18n/texts';
import { useState } from 'preact/hooks';
import { Button, Notice } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { LANGUAGE_NAMES, shellLanguage, usePageLanguage } from '../../parts/language.tsx';
import { useSettingsText } from '../../parts/texts.tsx';
import { useApp } from '../router.ts';
import { ListCard, ListRow, RemoveDialog, SettingsForm, useList } from './list-card.tsx';

const USERS = '/v1/account/users';

type Role = UserBody['role'];

const ROLES: Readonly<Record<Role, { readonly name: SettingsKey; readonly hint: SettingsKey }>> = {
  member: { name: 'roleMember', hint: 'roleMemberHint' },
  admin: { name: 'roleAdmin', hint: 'roleAdminHint' },
  owner: { name: 'roleOwner', hint: 'roleOwnerHint' },
};

const STATUSES: Readonly<Record<UserBody['status'], { readonly name: SettingsKey; readonly mood: string }>> =
  {
    invited: { name: 'statusInvited', mood: 'is-mark' },
    active: { name: 'statusActive', mood: 'is-good' },
    deactivated: { name: 'statusDeactivated', mood: '' },
  };

export function UserSettings() {
  const text = useSettingsText();
  const list = useList<UserBody>(USERS, 'users');
  const [changed, setChanged] = useState<UserBody | null>(null);
  return (
    <>
      <ListCard
        id="users"
        title={text('users')}
        list={list}
        row={(user) => <UserRow key={user.userId} user={user} onChange={() => setChanged(user)} />}
      />
      <section class="card" aria-labelledby="invite">
        <h2 id="invite">{text('inviteUser')}</h2>
        <InviteForm onInvited={list.reload} />
      </section>
      {changed?.status === 'invited' && (
        <InvitedDialog user={changed} onDone={list.reload} onClose={() => setChanged(null)} />
      )}
      {changed !== null && changed.status !== 'invited' && (
        <ChangeDialog user={changed} onDone={list.reload} onClose={() => setChanged(null)} />
      )}
    </>
  );
}

function InviteForm({ onInvited }: { readonly onInvited: () => Promise<void> }) {
  const text = useSettingsText();
  const { api } = useApp();
  const { language: pageLanguage } = usePageLanguage();
  const [emailAddress, setEmailAddress] = useState('');
  const [fullName, setFullName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [language, setLanguage] = useState(pageLanguage);
  return (
    <SettingsForm
      submit={text('sendInvitation')}
      kind="primary"
      done={text('invitationSent')}
      onSubmit={async () => {
        await api.post(USERS, { emailAddress, role, language, fullName: fullName || undefined });
        setEmailAddress('');
        setFullName('');
        await onInvited();
      }}
    >
      {(problemAt) => (
        <div class="two-fields">
          <TextField
            label={text('emailAddress')}
            type="email"
            value={emailAddress}
            onValue={setEmailAddress}
            problem={problemAt('emailAddress', text('emailAddress'))}
            autocomplete="off"
            required
          />
          <TextField
            label={text('fullNameOptional')}
            value={fullName}
            onValue={setFullName}
            problem={problemAt('fullName', text('fullNameOptional'))}
            autocomplete="off"
          />
          <RoleField value={role} onValue={setRole} />
          <SelectField
            label={text('language')}
            value={language}
            choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            onValue={(value) => setLanguage(shellLanguage(value))}
          />
        </div>
      )}
    </SettingsForm>
  );
}

interface RoleFieldProps {
  readonly value: Role;
  readonly onValue: (role: Role) => void;
}

/** Only owners can give the role of an owner, so others do not see it. */
function RoleField({ value, onValue }: RoleFieldProps) {
  const text = useSettingsText();
  const { user } = useApp();
  const roles = (Object.keys(ROLES) as Role[]).filter(
    (role) => role !== 'owner' || user.role === 'owner' || value === 'owner',
  );
  return (
    <SelectField
      label={text('role')}
      hint={text(ROLES[value].hint)}
      value={value}
      choices={roles.map((role) => ({ value: role, label: text(ROLES[role].name) }))}
      onValue={(chosen) => onValue(roles.find((role) => role === chosen) ?? value)}
    />
  );
}

interface UserRowProps {
  readonly user: UserBody;
  readonly onChange: () => void;
}

function UserRow({ user, onChange }: UserRowProps) {
  const text = useSettingsText();
  const { user: self } = useApp();
  const { fullName, emailAddress, role, status, userId } = user;
  const { name, mood } = STATUSES[status];
  const shownName = fullName === '' ? emailAddress : fullName;
  return (
    <ListRow
      title={
        <>
          {shownName}
          {userId === self.userId && <span class="badge">{text('you')}</span>}
          <span class={`badge ${mood}`}>{text(name)}</span>
        </>
      }
      facts={[[...(fullName === '' ? [] : [emailAddress]), text(ROLES[role].name)].join(' · ')]}
      action={{
        icon: icons.edit,
        text: text('change'),
        label: text('changeNamed', { name: shownName }),
        onClick: onChange,
      }}
    />
  );
}

interface UserDialogProps {
  readonly user: UserBody;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

function ChangeDialog({ user, onDone, onClose }: UserDialogProps) {
  const text = useSettingsText();
  const { api, user: self } = useApp();
  const [role, setRole] = useState(user.role);
  const toggle = useAction();
  const save = async (changes: object) => {
    await api.patch(`${USERS}/${user.userId}`, changes);
    await onDone();
  };
  const isActive = user.status === 'active';
  const setStatus = async () => {
    if (await toggle.run(() => save({ status: isActive ? 'deactivated' : 'active' }))) onClose();
  };
  return (
    <ConfirmDialog
      title={user.fullName}
      confirm={text('save')}
      kind="primary"
      onConfirm={() => save({ role })}
      onClose={onClose}
    >
      <RoleField value={role} onValue={setRole} />
      {user.userId !== self.userId && (
        <div class="form">
          <p class="soft">{text(isActive ? 'deactivateHint' : 'activateHint')}</p>
          <div class="form-actions">
            <Button kind={isActive ? 'danger' : 'plain'} isBusy={toggle.isBusy} onClick={setStatus}>
              {text(isActive ? 'deactivate' : 'activate')}
            </Button>
          </div>
          {toggle.error !== undefined && <FailureNotice error={toggle.error} />}
        </div>
      )}
    </ConfirmDialog>
  );
}

function InvitedDialog({ user, onDone, onClose }: UserDialogProps) {
  const text = useSettingsText();
  const { api } = useApp();
  const resend = useAction();
  const [isSent, setSent] = useState(false);
  const { emailAddress, userId } = user;
  return (
    <RemoveDialog
      title={text('invitationOf', { emailAddress })}
      confirm={text('withdrawInvitation')}
      text={text('invitationValid')}
      path={`${USERS}/${userId}`}
      onRemoved={onDone}
      onClose={onClose}
    >
      <div class="form-actions">
        <Button
          icon={icons.mail}
          isBusy={resend.isBusy}
          onClick={async () => setSent(await resend.run(() => api.post(`${USERS}/${userId}/invitation`)))}
        >
          {text('resendInvitation')}
        </Button>
      </div>
      {isSent && <Notice mood="good">{text('invitationSent')}</Notice>}
      {resend.error !== undefined && <FailureNotice error={resend.error} />}
    </RemoveDialog>
  );
}
