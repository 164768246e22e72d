import type { Route } from '../route.ts';
import { acceptInvitation } from './account/accept-invitation.ts';
import { createApiKey } from './account/create-api-key.ts';
import { deleteApiKey } from './account/delete-api-key.ts';
import { getAccount } from './account/get-account.ts';
import { getCallersUser } from './account/get-callers-user.ts';
import { getCapabilities } from './account/get-capabilities.ts';
import { inviteUser } from './account/invite-user.ts';
import { listApiKeys } from './account/list-api-keys.ts';
import { listUsers } from './account/list-users.ts';
import { resendInvitation } from './account/resend-invitation.ts';
import { updateAccount } from './account/update-account.ts';
import { updateUser } from './account/update-user.ts';
import { withdrawInvitation } from './account/withdraw-invitation.ts';
import { getAsset } from './assets/get-asset.ts';
import { createToken } from './auth/create-token.ts';
import { describeToken } from './auth/describe-token.ts';
import { changeContacts } from './documents/change-contacts.ts';
import { createDocument } from './documents/create-document.ts';
import { deleteDocument } from './documents/delete-document.ts';
import { duplicateDocument } from './documents/duplicate-document.ts';
import { getDocument } from './documents/get-document.ts';
import { getRecipientLinks } from './documents/get-recipient-links.ts';
import { getSignedFile } from './documents/get-signed-file.ts';
import { listDocumentFields } from './documents/list-document-fields.ts';
import { listDocuments } from './documents/list-documents.ts';
import { listFieldValues } from './documents/list-field-values.ts';
import { remindSignees } from './documents/remind-signees.ts';
import { revokeDocument } from './documents/revoke-document.ts';
import { setFieldValues } from './documents/set-field-values.ts';
import { downloadFile } from './downloads/download-file.ts';
import { createDraft } from './drafts/create-draft.ts';
import { deleteDraft } from './drafts/delete-draft.ts';
import { downloadDraftFile } from './drafts/download-draft-file.ts';
import { duplicateDraft } from './drafts/duplicate-draft.ts';
import { getDraft } from './drafts/get-draft.ts';
import { getDraftFile } from './drafts/get-draft-file.ts';
import { getDraftFileUrl } from './drafts/get-draft-file-url.ts';
import { listDrafts } from './drafts/list-drafts.ts';
import { patchDraft } from './drafts/patch-draft.ts';
import { replaceDraft } from './drafts/replace-draft.ts';
import { sendDraft } from './drafts/send-draft.ts';
import { deleteFile } from './files/delete-file.ts';
import { mergeFiles } from './files/merge-files.ts';
import { readFileFields } from './files/read-file-fields.ts';
import { uploadFile } from './files/upload-file.ts';
import { verifyFile } from './files/verify-file.ts';
import { reportMessageStatus } from './messages/report-message-status.ts';
import { getHealth } from './operation/get-health.ts';
import { getOpenApi } from './operation/get-openapi.ts';
import { getReadiness } from './operation/get-readiness.ts';
import { listOutboxMessages } from './outbox/list-outbox-messages.ts';
import { showOutbox } from './outbox/show-outbox.ts';
import { createPublicLink } from './public-links/create-public-link.ts';
import { deletePublicLink } from './public-links/delete-public-link.ts';
import { disablePublicLink } from './public-links/disable-public-link.ts';
import { duplicatePublicLink } from './public-links/duplicate-public-link.ts';
import { getPublicLink } from './public-links/get-public-link.ts';
import { listPublicLinkDocuments } from './public-links/list-public-link-documents.ts';
import { listPublicLinkFields } from './public-links/list-public-link-fields.ts';
import { listPublicLinks } from './public-links/list-public-links.ts';
import { replacePublicLink } from './public-links/replace-public-link.ts';
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
import { listTemplateFields } from './templates/list-template-fields.ts';
import { listTemplates } from './templates/list-templates.ts';
import { replaceTemplate } from './templates/replace-template.ts';
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

/** Every operation by its id in /openapi.json. */
export const operations = {
  createToken,
  describeToken,
  getCallersUser,
  getAccount,
  updateAccount,
  getCapabilities,
  listUsers,
  inviteUser,
  updateUser,
  withdrawInvitation,
  resendInvitation,
  acceptInvitation,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  uploadFile,
  mergeFiles,
  deleteFile,
  readFileFields,
  verifyFile,
  createDocument,
  listDocuments,
  getDocument,
  deleteDocument,
  getSignedFile,
  remindSignees,
  changeContacts,
  getRecipientLinks,
  listDocumentFields,
  listFieldValues,
  setFieldValues,
  revokeDocument,
  duplicateDocument,
  createDraft,
  listDrafts,
  getDraft,
  replaceDraft,
  patchDraft,
  deleteDraft,
  getDraftFile,
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
  listPublicLinkFields,
  listPublicLinkDocuments,
  createTemplate,
  listTemplates,
  getTemplate,
  replaceTemplate,
  deleteTemplate,
  duplicateTemplate,
  listTemplateFields,
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
  signDocument,
  declineDocument,
  readSealedFile,
  showVerificationPage,
  verifyDroppedFile,
  reportMessageStatus,
  showOutbox,
  listOutboxMessages,
  getAsset,
  getHealth,
  getReadiness,
  getOpenApi,
} satisfies Readonly<Record<string, Route>>;

export const routes: readonly Route[] = Object.values(operations);
