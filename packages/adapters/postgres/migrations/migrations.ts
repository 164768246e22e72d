import type { Migration } from 'kysely/migration';
import * as firstTables from './0001-first-tables.ts';
import * as auditTrail from './0002-audit-trail-and-deleted-files.ts';
import * as auditChain from './0003-audit-chain.ts';
import * as sealedFiles from './0004-sealed-files.ts';
import * as retention from './0005-retention.ts';
import * as timeZones from './0006-time-zones.ts';
import * as preparedViews from './0007-prepared-views.ts';
import * as oneAppend from './0008-one-append.ts';
import * as rateCounts from './0009-rate-counts.ts';
import * as roles from './0010-roles.ts';
import * as idempotencyKeys from './0011-idempotency-keys.ts';
import * as webhookState from './0012-webhook-state.ts';
import * as messageAttempts from './0013-message-attempts.ts';
import * as usersAndKeys from './0014-users-and-keys.ts';
import * as savedConfigurations from './0015-saved-configurations.ts';
import * as signingSessions from './0016-signing-sessions.ts';
import * as followUp from './0017-follow-up.ts';
import * as publicLinks from './0018-public-links.ts';
import * as committedKeys from './0019-committed-keys.ts';
import * as userInvitations from './0020-user-invitations.ts';
import * as documentSearch from './0021-document-search.ts';
import * as authorizationServer from './0022-authorization-server.ts';
import * as browserSessions from './0023-browser-sessions.ts';
import * as sessionProofs from './0024-session-proofs.ts';
import * as keptProofs from './0025-kept-proofs.ts';
import * as accountColor from './0027-account-color.ts';
import * as documentProgress from './0029-document-progress.ts';
import * as accountBrand from './0030-account-brand.ts';
import * as proofHandovers from './0031-proof-handovers.ts';
import * as webhooksOfPrograms from './0035-webhooks-of-programs.ts';
import * as unusedClients from './0036-unused-clients.ts';
import * as enteredValues from './0037-entered-values.ts';
import * as pagesOfDeliveries from './0038-pages-of-deliveries.ts';
import * as chosenLanguages from './0039-chosen-languages.ts';
import * as tokensOfKeys from './0040-tokens-of-keys.ts';
import * as unsealedDocuments from './0047-unsealed-documents.ts';

/** By name. Never change a released migration; add a new one. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-audit-trail-and-deleted-files': auditTrail,
  '0003-audit-chain': auditChain,
  '0004-sealed-files': sealedFiles,
  '0005-retention': retention,
  '0006-time-zones': timeZones,
  '0007-prepared-views': preparedViews,
  '0008-one-append': oneAppend,
  '0009-rate-counts': rateCounts,
  '0010-roles': roles,
  '0011-idempotency-keys': idempotencyKeys,
  '0012-webhook-state': webhookState,
  '0013-message-attempts': messageAttempts,
  '0014-users-and-keys': usersAndKeys,
  '0015-saved-configurations': savedConfigurations,
  '0016-signing-sessions': signingSessions,
  '0017-follow-up': followUp,
  '0018-public-links': publicLinks,
  '0019-committed-keys': committedKeys,
  '0020-user-invitations': userInvitations,
  '0021-document-search': documentSearch,
  '0022-authorization-server': authorizationServer,
  '0023-browser-sessions': browserSessions,
  '0024-session-proofs': sessionProofs,
  '0025-kept-proofs': keptProofs,
  '0027-account-color': accountColor,
  '0029-document-progress': documentProgress,
  '0030-account-brand': accountBrand,
  '0031-proof-handovers': proofHandovers,
  '0035-webhooks-of-programs': webhooksOfPrograms,
  '0036-unused-clients': unusedClients,
  '0037-entered-values': enteredValues,
  '0038-pages-of-deliveries': pagesOfDeliveries,
  '0039-chosen-languages': chosenLanguages,
  '0040-tokens-of-keys': tokensOfKeys,
  '0047-unsealed-documents': unsealedDocuments,
};
