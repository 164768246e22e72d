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
  readonly title: SettingsKey;
  readonly icon: IconPath;
  /** Only owners and admins see this group. */
  readonly isManaging: boolean;
  /** Whether only owners see this group. */
  readonly isOfOwners?: boolean;
  readonly Content: ComponentType;
}

const GROUPS: readonly [Group, ...Group[]] = [
  { path: 'profile', title: 'profile', icon: icons.user, isManaging: false, Content: ProfileSettings },
  { path: 'account', title: 'account', icon: icons.account, isManaging: true, Content: AccountSettings },
  { path: 'users', title: 'users', icon: icons.users, isManaging: true, Content: UserSettings },
  {
    path: 'single-sign-on',
    title: 'singleSignOn',
    icon: icons.lock,
    isManaging: true,
    isOfOwners: true,
    Content: SingleSignOnSettings,
  },
  { path: 'api-keys', title: 'apiKeys', icon: icons.key, isManaging: true, Content: ApiKeySettings },
  { path: 'programs', title: 'programs', icon: icons.shield, isManaging: false, Content: ProgramSettings },
  { path: 'webhooks', title: 'webhooks', icon: icons.webhook, isManaging: false, Content: WebhookSettings },
  { path: 'waiting', title: 'waiting', icon: icons.clock, isManaging: true, Content: WaitingSettings },
  { path: 'log', title: 'log', icon: icons.log, isManaging: true, Content: LogSettings },
];

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
            {groups.map(({ path, title, icon }) => (
              <a
                key={path}
                href={`/settings/${path}`}
                aria-current={path === current?.path ? 'page' : undefined}
              >
                <Icon path={icon} />
                {text(title)}
              </a>
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
