import { bindOperations, createJobRunner } from '@countersign/base';
import type { SigningDeps } from './deps.ts';
import { changeContacts } from './documents/contacts.ts';
import { createDocument } from './documents/create-document.ts';
import { resealDocument } from './documents/delay-sealing.ts';
import {
  getSignedFile,
  readDocumentFile,
  readEvidence,
  readSealedFile,
  readSigningFile,
} from './documents/document-files.ts';
import { declineDocument, deleteDocument, revokeDocument } from './documents/end-document.ts';
import { listEvents } from './documents/events.ts';
import { listDocumentFields, listFieldValues, setFieldValues } from './documents/field-values.ts';
import { requireSigningLink } from './documents/find-by-link.ts';
import { getDocument } from './documents/find-document.ts';
import { countDocuments, listDocuments } from './documents/list-documents.ts';
import { getRecipientLinks } from './documents/recipient-links.ts';
import { remindSignees, setAutomaticReminders } from './documents/reminders.ts';
import { signDocument } from './documents/sign-document.ts';
import { openSigningLink } from './documents/signing-view.ts';
import { issueDownload, openDownload, previewDraft, readSourceFile } from './drafts/draft-file.ts';
import {
  changeDraft,
  createDraft,
  deleteDraft,
  duplicateDocument,
  duplicateDraft,
  getDraft,
  listDrafts,
  sendDraft,
} from './drafts/drafts.ts';
import { readFileFields } from './files/find-file.ts';
import { mergeFiles } from './files/merge-files.ts';
import { deleteFile } from './files/remove-file.ts';
import { uploadFile } from './files/upload-file.ts';
import { UploadsInProgress } from './files/uploads-in-progress.ts';
import type { Job } from './jobs/job.ts';
import { JOBS } from './jobs/registry.ts';
import { reportDelivery } from './notifications/send-message.ts';
import { answerProof, receiveProofFile } from './proofs/answer-proof.ts';
import { getProof, pollReportedProof } from './proofs/get-proof.ts';
import {
  answerOnPhone,
  claimHandover,
  getOnPhone,
  handOverProof,
  receiveFileFromPhone,
  requirePhone,
} from './proofs/hand-over.ts';
import { cancelProof, startProof } from './proofs/start-proof.ts';
import {
  createPublicLink,
  deletePublicLink,
  disablePublicLink,
  duplicatePublicLink,
  getPublicLink,
  listDocumentsOfLink,
  listPublicLinks,
  readFieldsOfLink,
  readSourceFileOfLink,
  replacePublicLink,
} from './public-links/links.ts';
import { sharePublicLink } from './public-links/share-public-link.ts';
import { beginVisit, openPublicLink, readFileOfPublicLink } from './public-links/visit.ts';
import { checkCode, sendCode } from './sessions/codes.ts';
import { openOwnLink } from './sessions/open-own-link.ts';
import {
  createTemplate,
  deleteTemplate,
  duplicateTemplate,
  findTemplateFile,
  getTemplate,
  listTemplateFields,
  listTemplates,
  replaceTemplate,
} from './templates/templates.ts';
import { verifyFile } from './verification/verify-file.ts';
import { listDeliveries, redeliver, sendTest } from './webhooks/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './webhooks/webhooks.ts';

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
