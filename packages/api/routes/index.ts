import type { Route } from '../route.ts';
import { accountEndRoutes } from './account-end.ts';
import { accountRoutes } from './accounts.ts';
import { assistantRoutes } from './assistant.ts';
import { credentialRoutes } from './credentials.ts';
import { documentFileRoutes } from './document-files.ts';
import { documentRoutes } from './documents.ts';
import { draftRoutes } from './drafts.ts';
import { fieldValueRoutes } from './field-values.ts';
import { fileRoutes } from './files.ts';
import { labelRoutes } from './labels.ts';
import { memberRoutes } from './members.ts';
import { oauthRoutes } from './oauth.ts';
import { operatorAccountRoutes } from './operator-accounts.ts';
import { pageRoutes } from './pages.ts';
import { peopleRoutes } from './people.ts';
import { phoneRoutes } from './phone.ts';
import { proofRoutes } from './proofs.ts';
import { providerReportRoutes } from './provider-reports.ts';
import { publicLinkRoutes } from './public-links.ts';
import { scimRoutes } from './scim.ts';
import { serviceRoutes } from './service.ts';
import { sessionRoutes } from './sessions.ts';
import { signOnRoutes } from './sign-on.ts';
import { signeeRoutes } from './signees.ts';
import { signingFileRoutes } from './signing-files.ts';
import { signingPageRoutes } from './signing-pages.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';
import { templateRoutes } from './templates.ts';
import { textMatchRoutes } from './text-matches.ts';
import { tokenRoutes } from './tokens.ts';
import { visitRoutes } from './visits.ts';
import { waitingRoutes } from './waiting.ts';
import { webhookRoutes } from './webhooks.ts';
import { wellKnownRoutes } from './well-known.ts';

export const operations = {
  ...oauthRoutes,
  ...wellKnownRoutes,
  ...tokenRoutes,
  ...memberRoutes,
  ...credentialRoutes,
  ...sessionRoutes,
  ...signOnRoutes,
  ...singleSignOnRoutes,
  ...scimRoutes,
  ...accountRoutes,
  ...accountEndRoutes,
  ...peopleRoutes,
  ...operatorAccountRoutes,
  ...fileRoutes,
  ...documentRoutes,
  ...labelRoutes,
  ...documentFileRoutes,
  ...signeeRoutes,
  ...fieldValueRoutes,
  ...draftRoutes,
  ...publicLinkRoutes,
  ...templateRoutes,
  ...textMatchRoutes,
  ...webhookRoutes,
  ...waitingRoutes,
  ...signingPageRoutes,
  ...signingFileRoutes,
  ...assistantRoutes,
  ...visitRoutes,
  ...proofRoutes,
  ...providerReportRoutes,
  ...phoneRoutes,
  ...pageRoutes,
  ...serviceRoutes,
} satisfies Readonly<Record<string, Route>>;

export const routes: readonly Route[] = Object.values(operations);
