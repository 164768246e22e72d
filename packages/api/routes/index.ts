import type { Route } from '../route.ts';
import { acceptInvitation } from './account/accept-invitation.ts';
import { createApiKey } from './account/create-api-key.ts';
import { deleteApiKey } from './account/delete-api-key.ts';
import { getAccount } from './account/get-account.ts';
import { getCallersUser } from './account/get-callers-user.ts';
import { getCapabilities } from './account/get-capabilities.ts';
import { getInvitation } from './account/get-invitation.ts';
import { inviteUser } from './account/invite-user.ts';
import { listAccountEvents } from './account/list-account-events.ts';
import { listApiKeys } from './account/list-api-keys.ts';
import { listUsers } from './account/list-users.ts';
import { removeLogo } from './account/remove-logo.ts';
import { resendInvitation } from './account/resend-invitation.ts';
import { setLogo } from './account/set-logo.ts';
import { updateAccount } from './account/update-account.ts';
import { updateUser } from './account/update-user.ts';
import { withdrawInvitation } from './account/withdraw-invitation.ts';
import { getAsset } from './assets/get-asset.ts';
import { showFavicon } from './assets/show-favicon.ts';
import { createToken } from './auth/create-token.ts';
import { describeToken } from './auth/describe-token.ts';
import { changeContacts } from './documents/change-contacts.ts';
import { countDocuments } from './documents/count-documents.ts';
import { createDocument } from './documents/create-document.ts';
import { deleteDocument } from './documents/delete-document.ts';
import { duplicateDocument } from './documents/duplicate-document.ts';
import { endAutomaticReminders } from './documents/end-automatic-reminders.ts';
import { getDocument } from './documents/get-document.ts';
import { getDocumentFile } from './documents/get-document-file.ts';
import { getEvidence } from './documents/get-evidence.ts';
import { getRecipientLinks } from './documents/get-recipient-links.ts';
import { getSignedFile } from './documents/get-signed-file.ts';
import { getSignedFileUrl } from './documents/get-signed-file-url.ts';
import { listDocumentEvents } from './documents/list-document-events.ts';
import { listDocumentFields } from './documents/list-document-fields.ts';
import { listDocuments } from './documents/list-documents.ts';
import { listFieldValues } from './documents/list-field-values.ts';
import { openOwnLink } from './documents/open-own-link.ts';
import { remindSignees } from './documents/remind-signees.ts';
import { resealDocument } from './documents/reseal-document.ts';
import { revokeDocument } from './documents/revoke-document.ts';
import { setAutomaticReminders } from './documents/set-automatic-reminders.ts';
import { setFieldValues } from './documents/set-field-values.ts';
import { downloadFile } from './downloads/download-file.ts';
import { createDraft } from './drafts/create-draft.ts';
import { deleteDraft } from './drafts/delete-draft.ts';
import { downloadDraftFile } from './drafts/download-draft-file.ts';
import { duplicateDraft } from './drafts/duplicate-draft.ts';
import { getDraft } from './drafts/get-draft.ts';
import { getDraftFile } from './drafts/get-draft-file.ts';
import { getDraftFileUrl } from './drafts/get-draft-file-url.ts';
import { getDraftSourceFile } from './drafts/get-draft-source-file.ts';
import { listDrafts } from './drafts/list-drafts.ts';
import { patchDraft } from './drafts/patch-draft.ts';
import { replaceDraft } from './drafts/replace-draft.ts';
import { sendDraft } from './drafts/send-draft.ts';
import { returnFromBroker } from './e-id/return-from-broker.ts';
import { deleteFile } from './files/delete-file.ts';
import { mergeFiles } from './files/merge-files.ts';
import { readFileFields } from './files/read-file-fields.ts';
import { uploadFile } from './files/upload-file.ts';
import { verifyFile } from './files/verify-file.ts';
import { createOAuthClient } from './grants/create-oauth-client.ts';
import { deleteOAuthClient } from './grants/delete-oauth-client.ts';
import { listGrants } from './grants/list-grants.ts';
import { listOAuthClients } from './grants/list-oauth-clients.ts';
import { revokeGrant } from './grants/revoke-grant.ts';
import { reportMessageStatus } from './messages/report-message-status.ts';
import { completeConsent } from './oauth/complete-consent.ts';
import { decideConsent } from './oauth/decide-consent.ts';
import { getConsent } from './oauth/get-consent.ts';
import { issueToken } from './oauth/issue-token.ts';
import { registerClient } from './oauth/register-client.ts';
import { revokeToken } from './oauth/revoke-token.ts';
import { showConsent } from './oauth/show-consent.ts';
import { getHealth } from './operation/get-health.ts';
import { getOpenApi } from './operation/get-openapi.ts';
import { getReadiness } from './operation/get-readiness.ts';
import { listOutboxMessages } from './outbox/list-outbox-messages.ts';
import { showOutbox } from './outbox/show-outbox.ts';
import { showApplicationPage } from './pages/show-application-page.ts';
import { showHomePage } from './pages/show-home-page.ts';
import { showItemPage } from './pages/show-item-page.ts';
import { showLinkEditorPage } from './pages/show-link-editor-page.ts';
import { showLogo } from './pages/show-logo.ts';
import { showResetPage } from './pages/show-reset-page.ts';
import { showSignInPage } from './pages/show-sign-in-page.ts';
import { reportPayment } from './payments/report-payment.ts';
import { answerPhoneProof } from './phone/answer-phone-proof.ts';
import { claimHandover } from './phone/claim-handover.ts';
import { getPhoneSession } from './phone/get-phone-session.ts';
import { receivePhoneFile } from './phone/receive-phone-file.ts';
import { showPhonePage } from './phone/show-phone-page.ts';
import { answerProof } from './proofs/answer-proof.ts';
import { cancelProof } from './proofs/cancel-proof.ts';
import { getProof } from './proofs/get-proof.ts';
import { handOverProof } from './proofs/hand-over-proof.ts';
import { receiveProofFile } from './proofs/receive-proof-file.ts';
import { reportIdentityCheck } from './proofs/report-identity-check.ts';
import { startProof } from './proofs/start-proof.ts';
import { createPublicLink } from './public-links/create-public-link.ts';
import { deletePublicLink } from './public-links/delete-public-link.ts';
import { disablePublicLink } from './public-links/disable-public-link.ts';
import { duplicatePublicLink } from './public-links/duplicate-public-link.ts';
import { getPublicLink } from './public-links/get-public-link.ts';
import { getPublicLinkSourceFile } from './public-links/get-public-link-source-file.ts';
import { listPublicLinkDocuments } from './public-links/list-public-link-documents.ts';
import { listPublicLinkFields } from './public-links/list-public-link-fields.ts';
import { listPublicLinks } from './public-links/list-public-links.ts';
import { replacePublicLink } from './public-links/replace-public-link.ts';
import { sharePublicLink } from './public-links/share-public-link.ts';
import { beginPasskeySignIn } from './session/begin-passkey-sign-in.ts';
import { checkPasswordReset } from './session/check-password-reset.ts';
import { enterCode } from './session/enter-code.ts';
import { getSession } from './session/get-session.ts';
import { requestPasswordReset } from './session/request-password-reset.ts';
import { resetPassword } from './session/reset-password.ts';
import { signIn } from './session/sign-in.ts';
import { signInWithPasskey } from './session/sign-in-with-passkey.ts';
import { signOut } from './session/sign-out.ts';
import { signOutEverywhere } from './session/sign-out-everywhere.ts';
import { switchAccount } from './session/switch-account.ts';
import { beginVisit } from './signing-pages/begin-visit.ts';
import { checkCode } from './signing-pages/check-code.ts';
import { declineDocument } from './signing-pages/decline-document.ts';
import { openSigningLink } from './signing-pages/open-signing-link.ts';
import { readSealedFile } from './signing-pages/read-sealed-file.ts';
import { readSigningFile } from './signing-pages/read-signing-file.ts';
import { sendCode } from './signing-pages/send-code.ts';
import { showSigningPage } from './signing-pages/show-signing-page.ts';
import { signDocument } from './signing-pages/sign-document.ts';
import { createTemplate } from './templates/create-template.ts';
import { deleteTemplate } from './templates/delete-template.ts';
import { duplicateTemplate } from './templates/duplicate-template.ts';
import { getTemplate } from './templates/get-template.ts';
import { getTemplateSourceFile } from './templates/get-template-source-file.ts';
import { listTemplateFields } from './templates/list-template-fields.ts';
import { listTemplates } from './templates/list-templates.ts';
import { replaceTemplate } from './templates/replace-template.ts';
import { addPasskey } from './users/add-passkey.ts';
import { beginPasskey } from './users/begin-passkey.ts';
import { beginTotp } from './users/begin-totp.ts';
import { changePassword } from './users/change-password.ts';
import { confirmTotp } from './users/confirm-totp.ts';
import { disableTotp } from './users/disable-totp.ts';
import { endSession } from './users/end-session.ts';
import { getTotp } from './users/get-totp.ts';
import { listPasskeys } from './users/list-passkeys.ts';
import { listSessions } from './users/list-sessions.ts';
import { removePasskey } from './users/remove-passkey.ts';
import { renamePasskey } from './users/rename-passkey.ts';
import { renewRecoveryCodes } from './users/renew-recovery-codes.ts';
import { updateMe } from './users/update-me.ts';
import { showVerificationPage } from './verification/show-verification-page.ts';
import { verifyDroppedFile } from './verification/verify-dropped-file.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { getWebhook } from './webhooks/get-webhook.ts';
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { redeliverWebhook } from './webhooks/redeliver-webhook.ts';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { testWebhook } from './webhooks/test-webhook.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';
import { describeAuthorizationServer } from './well-known/describe-authorization-server.ts';
import { describeProtectedResource } from './well-known/describe-protected-resource.ts';

export const operations = {
  showConsent,
  getConsent,
  decideConsent,
  completeConsent,
  issueToken,
  revokeToken,
  registerClient,
  describeAuthorizationServer,
  describeProtectedResource,
  listGrants,
  revokeGrant,
  listOAuthClients,
  createOAuthClient,
  deleteOAuthClient,
  createToken,
  describeToken,
  getCallersUser,
  updateMe,
  changePassword,
  getTotp,
  beginTotp,
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  listSessions,
  endSession,
  getAccount,
  updateAccount,
  setLogo,
  removeLogo,
  getCapabilities,
  listUsers,
  inviteUser,
  updateUser,
  withdrawInvitation,
  resendInvitation,
  getInvitation,
  acceptInvitation,
  signIn,
  enterCode,
  beginPasskeySignIn,
  signInWithPasskey,
  requestPasswordReset,
  checkPasswordReset,
  resetPassword,
  getSession,
  switchAccount,
  signOut,
  signOutEverywhere,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  listAccountEvents,
  uploadFile,
  mergeFiles,
  deleteFile,
  readFileFields,
  verifyFile,
  createDocument,
  listDocuments,
  countDocuments,
  getDocument,
  deleteDocument,
  getSignedFile,
  getSignedFileUrl,
  getDocumentFile,
  getEvidence,
  listDocumentEvents,
  remindSignees,
  changeContacts,
  getRecipientLinks,
  openOwnLink,
  setAutomaticReminders,
  endAutomaticReminders,
  listDocumentFields,
  listFieldValues,
  setFieldValues,
  revokeDocument,
  resealDocument,
  duplicateDocument,
  createDraft,
  listDrafts,
  getDraft,
  replaceDraft,
  patchDraft,
  deleteDraft,
  getDraftFile,
  getDraftSourceFile,
  getDraftFileUrl,
  downloadDraftFile,
  sendDraft,
  duplicateDraft,
  createPublicLink,
  listPublicLinks,
  getPublicLink,
  replacePublicLink,
  deletePublicLink,
  duplicatePublicLink,
  disablePublicLink,
  sharePublicLink,
  listPublicLinkFields,
  getPublicLinkSourceFile,
  listPublicLinkDocuments,
  createTemplate,
  listTemplates,
  getTemplate,
  replaceTemplate,
  deleteTemplate,
  duplicateTemplate,
  listTemplateFields,
  getTemplateSourceFile,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  redeliverWebhook,
  testWebhook,
  downloadFile,
  showSigningPage,
  openSigningLink,
  beginVisit,
  readSigningFile,
  sendCode,
  checkCode,
  startProof,
  getProof,
  answerProof,
  receiveProofFile,
  cancelProof,
  handOverProof,
  reportIdentityCheck,
  showPhonePage,
  claimHandover,
  getPhoneSession,
  answerPhoneProof,
  receivePhoneFile,
  signDocument,
  declineDocument,
  returnFromBroker,
  readSealedFile,
  showVerificationPage,
  verifyDroppedFile,
  showHomePage,
  showLogo,
  showSignInPage,
  showResetPage,
  showApplicationPage,
  showItemPage,
  showLinkEditorPage,
  reportMessageStatus,
  reportPayment,
  showOutbox,
  listOutboxMessages,
  getAsset,
  showFavicon,
  getHealth,
  getReadiness,
  getOpenApi,
} satisfies Readonly<Record<string, Route>>;

export const routes: readonly Route[] = Object.values(operations);
