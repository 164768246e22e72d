import { bindOperations, createJobRunner } from '@countersign/identity';
import { changeContacts } from './documents/change-contacts.ts';
import { createDocument } from './documents/create-document.ts';
import { declineDocument } from './documents/decline-document.ts';
import { deleteDocument } from './documents/delete-document.ts';
import { listDocumentFields, listFieldValues } from './documents/field-values.ts';
import { requireSigningLink } from './documents/find-by-link.ts';
import { getDocument } from './documents/get-document.ts';
import { getSignedFile } from './documents/get-signed-file.ts';
import { countDocuments, listDocuments } from './documents/list-documents.ts';
import { listEvents } from './documents/list-events.ts';
import { openSigningLink } from './documents/open-signing-link.ts';
import { readDocumentFile, readEvidence } from './documents/read-file.ts';
import { readSealedFile } from './documents/read-sealed-file.ts';
import { readSigningFile } from './documents/read-signing-file.ts';
import { getRecipientLinks } from './documents/recipient-links.ts';
import { remindSignees } from './documents/remind-signees.ts';
import { resealDocument } from './documents/reseal-document.ts';
import { revokeDocument } from './documents/revoke-document.ts';
import { setAutomaticReminders } from './documents/set-automatic-reminders.ts';
import { setFieldValues } from './documents/set-field-values.ts';
import { signDocument } from './documents/sign-document.ts';
import { issueDownload, openDownload, previewDraft, readSourceFile } from './drafts/draft-file.ts';
import { duplicateDocument } from './drafts/duplicate-document.ts';
import { listDrafts } from './drafts/list-drafts.ts';
import { changeDraft, createDraft, deleteDraft, duplicateDraft, getDraft } from './drafts/save-draft.ts';
import { sendDraft } from './drafts/send-draft.ts';
import { deleteFile } from './files/delete-file.ts';
import { mergeFiles } from './files/merge-files.ts';
import { readFileFields } from './files/read-file-fields.ts';
import { uploadFile } from './files/upload-file.ts';
import { UploadsInProgress } from './files/uploads-in-progress.ts';
import type { Job } from './jobs/job.ts';
import { JOBS } from './jobs/registry.ts';
import { reportDelivery } from './notifications/record-delivery.ts';
import { answerProof, receiveProofFile } from './proofs/answer-proof.ts';
import { cancelProof } from './proofs/cancel-proof.ts';
import { getProof, pollReportedProof } from './proofs/get-proof.ts';
import {
  answerOnPhone,
  claimHandover,
  getOnPhone,
  handOverProof,
  receiveFileFromPhone,
  requirePhone,
} from './proofs/hand-over.ts';
import { startProof } from './proofs/start-proof.ts';
import { beginVisit } from './public-links/begin-visit.ts';
import {
  listDocumentsOfLink,
  listPublicLinks,
  readFieldsOfLink,
  readSourceFileOfLink,
} from './public-links/list-public-links.ts';
import { openPublicLink, readFileOfPublicLink } from './public-links/open-public-link.ts';
import {
  createPublicLink,
  deletePublicLink,
  disablePublicLink,
  duplicatePublicLink,
  getPublicLink,
  replacePublicLink,
} from './public-links/save-public-link.ts';
import { sharePublicLink } from './public-links/share-public-link.ts';
import { checkCode } from './sessions/check-code.ts';
import { openOwnLink } from './sessions/open-own-link.ts';
import { sendCode } from './sessions/send-code.ts';
import type { SigningDeps } from './signing.ts';
import { findTemplateFile, listTemplateFields } from './templates/list-template-fields.ts';
import {
  createTemplate,
  deleteTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplates,
  replaceTemplate,
} from './templates/save-template.ts';
import { verifyFile } from './verification/verify-file.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { getWebhook } from './webhooks/get-webhook.ts';
import { listDeliveries } from './webhooks/list-deliveries.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { redeliver } from './webhooks/redeliver.ts';
import { rotateSecret } from './webhooks/rotate-secret.ts';
import { sendTest } from './webhooks/send-test.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';

export type Signing = ReturnType<typeof createSigning>;

/** Operations reject with `SigningError` if a rule refuses them. */
export function createSigning(deps: SigningDeps) {
  const uploads = new UploadsInProgress(deps.settings);
  return {
    documents: bindOperations(deps, {
      create: createDocument,
      list: listDocuments,
      countGroups: countDocuments,
      get: getDocument,
      getSignedFile,
      readFile: readDocumentFile,
      readEvidence,
      listEvents,
      remind: remindSignees,
      changeContacts,
      reportDelivery,
      getRecipientLinks,
      setAutomaticReminders,
      listFields: listDocumentFields,
      listFieldValues,
      setFieldValues,
      revoke: revokeDocument,
      reseal: resealDocument,
      delete: deleteDocument,
    }),
    drafts: bindOperations(deps, {
      create: createDraft,
      list: listDrafts,
      get: getDraft,
      change: changeDraft,
      delete: deleteDraft,
      duplicate: duplicateDraft,
      duplicateDocument,
      send: sendDraft,
      preview: previewDraft,
      readSourceFile,
      issueDownload,
      openDownload,
    }),
    files: bindOperations(deps, {
      upload: uploads.limit(uploadFile),
      merge: uploads.limit(mergeFiles),
      delete: deleteFile,
      readFields: readFileFields,
      verify: uploads.limitPublic(verifyFile),
    }),
    publicLinks: bindOperations(deps, {
      create: createPublicLink,
      list: listPublicLinks,
      get: getPublicLink,
      replace: replacePublicLink,
      disable: disablePublicLink,
      delete: deletePublicLink,
      duplicate: duplicatePublicLink,
      share: sharePublicLink,
      readFields: readFieldsOfLink,
      readSourceFile: readSourceFileOfLink,
      listDocuments: listDocumentsOfLink,
      open: openPublicLink,
      readFile: readFileOfPublicLink,
      beginVisit,
    }),
    jobs: createJobRunner<SigningDeps, Job>(deps, JOBS),
    signingPages: bindOperations(deps, {
      open: openSigningLink,
      readFile: readSigningFile,
      requireLink: requireSigningLink,
      openOwn: openOwnLink,
      sendCode,
      checkCode,
      sign: signDocument,
      decline: declineDocument,
      readSealedFile,
    }),
    proofs: bindOperations(deps, {
      start: startProof,
      get: getProof,
      answer: answerProof,
      receiveFile: receiveProofFile(uploads),
      cancel: cancelProof,
      handOver: handOverProof,
      pollReported: pollReportedProof,
    }),
    phones: bindOperations(deps, {
      claim: claimHandover,
      get: getOnPhone,
      require: requirePhone,
      answer: answerOnPhone,
      receiveFile: receiveFileFromPhone(uploads),
    }),
    templates: bindOperations(deps, {
      create: createTemplate,
      list: listTemplates,
      get: getTemplate,
      replace: replaceTemplate,
      delete: deleteTemplate,
      duplicate: duplicateTemplate,
      listFields: listTemplateFields,
      readSourceFile: findTemplateFile,
    }),
    webhooks: bindOperations(deps, {
      create: createWebhook,
      list: listWebhooks,
      get: getWebhook,
      update: updateWebhook,
      delete: deleteWebhook,
      rotateSecret,
      listDeliveries,
      redeliver,
      sendTest,
    }),
  };
}
