/** These sentences stand around the sections. All languages have these keys. */
export const app = {
  brand: 'Countersign',
  close: 'Close',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  reload: 'Load the page again',
  unreachableText: 'The service could not be reached. Check your connection and try again.',
  unexpectedText: 'Something went wrong on our side. Try again in a moment.',
  loading: 'Loading',
  skipToContent: 'Skip to the content',
  mainNavigation: 'Main navigation',
  documents: 'Documents',
  templates: 'Templates',
  links: 'Public links',
  settings: 'Settings',
  newDocument: 'New document',
  accountMenu: 'Account menu of {name}',
  yourProfile: 'Your profile',
  outbox: 'Outbox of this test service',
  switchTo: 'Switch to {name}',
  language: 'Language',
  signOut: 'Sign out',
  accountClosed: '{name} is closed',
  accountSuspended: '{name} is suspended',
  accountSuspendedText: 'Nobody has access to this account. Ask the operator of the service.',
  accountClosedText:
    'Nobody has access to this account. An owner can reopen it until {date}; then it is removed with all its documents.',
  accountClosedOwner:
    'Nobody has access to this account, and links to sign do not open. You can reopen it until {date}; then it is removed with all its documents.',
  reopenAccount: 'Reopen the account',
  toDocuments: 'To the documents',
  notFoundTitle: 'Page not found',
  notFoundText: 'There is nothing at this address. It may be incomplete.',
  failedTitle: 'This page could not be shown',
  sectionUnreachable:
    'The service could not be reached, or there is a newer version. It is tried again. If nothing happens, load the page again.',
  sectionFailed: 'There may be a newer version. Load the page again.',
  copied: 'Copied',
  copyYourself: 'This browser does not let the page copy. Copy the selected text yourself.',
} as const;

export type AppKey = keyof typeof app;
export type AppSentences = Readonly<Record<AppKey, string>>;
