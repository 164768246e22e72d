import './settings.css';
import type { SettingsKey } from '@countersign/i18n/texts';
import type { ComponentType } from 'preact';
import { Icon, type IconPath, Spinner } from '../../parts/controls.tsx';
import { useMediaQuery } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { SettingsTextProvider, useAppText, useSettingsText } from '../../parts/texts.tsx';
import { PageHeading } from '../page-heading.tsx';
import { type SectionProps, useApp } from '../router.ts';
import { AccountSettings } from './account-settings.tsx';
import { ApiKeySettings } from './api-key-settings.tsx';
import { LogSettings } from './log-settings.tsx';
import { ProfileSettings } from './profile-settings.tsx';
import { ProgramSettings } from './program-settings.tsx';
import { SingleSignOnSettings } from './single-sign-on-settings.tsx';
import { UserSettings } from './user-settings.tsx';
import { WaitingSettings } from './waiting-settings.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

interface Group {
  readonly path: string;
  /** The groups of a subject follow each other. */
  readonly subject: 'subjectYou' | 'subjectOrganisation' | 'subjectConnections';
  readonly title: SettingsKey;
  /** Says on a phone what is there. */
  readonly hint: SettingsKey;
  readonly icon: IconPath;
  /** Only owners and admins see this group. */
  readonly isManaging: boolean;
  /** Whether only owners see this group. */
  readonly isOfOwners?: boolean;
  readonly Content: ComponentType;
}

const YOU = { subject: 'subjectYou', isManaging: false } as const;
const ORGANISATION = { subject: 'subjectOrganisation', isManaging: true } as const;
const CONNECTIONS = { subject: 'subjectConnections', isManaging: false } as const;

const GROUPS: readonly [Group, ...Group[]] = [
  {
    ...YOU,
    ...{ path: 'profile', title: 'profile', hint: 'profileHint' },
    ...{ icon: icons.user, Content: ProfileSettings },
  },
  {
    ...ORGANISATION,
    ...{ path: 'account', title: 'account', hint: 'accountHint' },
    ...{ icon: icons.account, Content: AccountSettings },
  },
  {
    ...ORGANISATION,
    ...{ path: 'users', title: 'users', hint: 'usersHint' },
    ...{ icon: icons.users, Content: UserSettings },
  },
  {
    ...ORGANISATION,
    ...{ path: 'single-sign-on', title: 'singleSignOn', hint: 'singleSignOnGroupHint', isOfOwners: true },
    ...{ icon: icons.lock, Content: SingleSignOnSettings },
  },
  {
    ...ORGANISATION,
    ...{ path: 'waiting', title: 'waiting', hint: 'waitingHint' },
    ...{ icon: icons.clock, Content: WaitingSettings },
  },
  {
    ...ORGANISATION,
    ...{ path: 'log', title: 'log', hint: 'logHint' },
    ...{ icon: icons.log, Content: LogSettings },
  },
  {
    ...CONNECTIONS,
    ...{ path: 'programs', title: 'programs', hint: 'programsHint' },
    ...{ icon: icons.shield, Content: ProgramSettings },
  },
  {
    ...CONNECTIONS,
    ...{ path: 'api-keys', title: 'apiKeys', hint: 'apiKeysHint', isManaging: true },
    ...{ icon: icons.key, Content: ApiKeySettings },
  },
  {
    ...CONNECTIONS,
    ...{ path: 'webhooks', title: 'webhooks', hint: 'webhooksHint' },
    ...{ icon: icons.webhook, Content: WebhookSettings },
  },
];

const SUBJECTS = [YOU.subject, ORGANISATION.subject, CONNECTIONS.subject];

/** The width at which the navigation of the application is at the bottom edge. */
const NARROW = '(max-width: 47.5em)';

/** The address names the current group. */
export function SettingsSection({ params }: SectionProps) {
  const text = useAppText();
  return (
    <SettingsTextProvider fallback={<Spinner label={text('loading')} />}>
      <Settings group={params.section} />
    </SettingsTextProvider>
  );
}

function Settings({ group }: { readonly group: string | undefined }) {
  const text = useSettingsText();
  const { user } = useApp();
  const groups = GROUPS.filter(
    ({ isManaging, isOfOwners }) =>
      (isOfOwners !== true || user.role === 'owner') && (!isManaging || user.role !== 'member'),
  );
  const isNarrow = useMediaQuery(NARROW);
  const chosen = groups.find(({ path }) => path === group);
  // A phone shows the list first, and then the page.
  const current = chosen ?? (isNarrow ? null : GROUPS[0]);
  return (
    <>
      <PageHeading
        key={current?.path ?? ''}
        title={text(current?.title ?? 'settingsTitle')}
        before={
          isNarrow && current !== null ? (
            <a class="text-link settings-back" href="/settings">
              <Icon path={icons.next} />
              {text('allSettings')}
            </a>
          ) : null
        }
      />
      <div class="settings">
        {(!isNarrow || current === null) && (
          <nav class="settings-navigation" aria-label={text('groups')}>
            {SUBJECTS.map((subject) => (
              <Subject
                key={subject}
                title={text(subject)}
                groups={groups.filter((one) => one.subject === subject)}
                current={current}
              />
            ))}
          </nav>
        )}
        {current !== null && (
          <div class="settings-content">
            <current.Content key={current.path} />
          </div>
        )}
      </div>
    </>
  );
}

interface SubjectProps {
  readonly title: string;
  readonly groups: readonly Group[];
  readonly current: Group | null;
}

/** A phone says below each name what is there. */
function Subject({ title, groups, current }: SubjectProps) {
  const text = useSettingsText();
  if (groups.length === 0) return null;
  return (
    <div class="settings-subject">
      <h2>{title}</h2>
      <div class="settings-links">
        {groups.map(({ path, title, hint, icon }) => (
          <a key={path} href={`/settings/${path}`} aria-current={path === current?.path ? 'page' : undefined}>
            <Icon path={icon} />
            <span class="settings-name">
              {text(title)}
              {current === null && <span class="settings-hint">{text(hint)}</span>}
            </span>
            {current === null && <Icon path={icons.next} />}
          </a>
        ))}
      </div>
    </div>
  );
}
