import { bindOperations, createJobRunner } from '@countersign/base';
import { assistantOperations } from './assistant/ask-question.ts';
import type { SigningDeps } from './deps.ts';
import { contactOperations } from './documents/contacts.ts';
import { creationOperations } from './documents/create-document.ts';
import { sealingOperations } from './documents/delay-sealing.ts';
import { documentFileOperations, signingFileOperations } from './documents/document-files.ts';
import { decliningOperations, endingOperations } from './documents/end-document.ts';
import { historyOperations } from './documents/events.ts';
import { fieldValueOperations } from './documents/field-values.ts';
import { signingLinkOperations } from './documents/find-by-link.ts';
import { lookupOperations } from './documents/find-document.ts';
import { FirstPages, readFirstPage } from './documents/first-page.ts';
import { listOperations } from './documents/list-documents.ts';
import { recipientLinkOperations } from './documents/recipient-links.ts';
import { reminderOperations } from './documents/reminders.ts';
import { signingOperations } from './documents/sign-document.ts';
import { signingTextOperations } from './documents/signing-text.ts';
import { openingOperations } from './documents/signing-view.ts';
import { draftFileOperations } from './drafts/draft-file.ts';
import { draftOperations } from './drafts/drafts.ts';
import { readAccountRecords } from './export-account.ts';
import { readFileFields } from './files/find-file.ts';
import { mergeFiles } from './files/merge-files.ts';
import { deleteFile } from './files/remove-file.ts';
import { uploadFile } from './files/upload-file.ts';
import { UploadsInProgress } from './files/uploads-in-progress.ts';
import type { Job } from './jobs/job.ts';
import { JOBS } from './jobs/registry.ts';
import { deliveryReportOperations } from './notifications/send-message.ts';
import { waitingOperations } from './notifications/waiting.ts';
import { erasePerson } from './people/erase-person.ts';
import { readPersonRecords } from './people/export-person.ts';
import { answerOperations, receiveProofFile } from './proofs/answer-proof.ts';
import { proofOperations } from './proofs/get-proof.ts';
import { handoverOperations, phoneOperations, receiveFileFromPhone } from './proofs/hand-over.ts';
import { proofStartOperations } from './proofs/start-proof.ts';
import { publicLinkOperations } from './public-links/links.ts';
import { sharingOperations } from './public-links/share-public-link.ts';
import { visitOperations } from './public-links/visit.ts';
import { textMatchOperations } from './saved/text-matches.ts';
import { codeOperations } from './sessions/codes.ts';
import { ownLinkOperations } from './sessions/open-own-link.ts';
import { templateOperations } from './templates/templates.ts';
import { verifyFile } from './verification/verify-file.ts';
import { deliveryOperations } from './webhooks/deliveries.ts';
import { webhookOperations } from './webhooks/webhooks.ts';

export type Signing = ReturnType<typeof createSigning>;

/** Operations reject with `SigningError` if a rule refuses them. */
export function createSigning(deps: SigningDeps) {
  const uploads = new UploadsInProgress(deps.settings);
  return {
    assistant: bindOperations(deps, assistantOperations),
    documents: bindOperations(deps, {
      ...creationOperations,
      ...listOperations,
      ...lookupOperations,
      ...documentFileOperations,
      ...historyOperations,
      ...reminderOperations,
      ...contactOperations,
      ...deliveryReportOperations,
      ...recipientLinkOperations,
      ...fieldValueOperations,
      ...endingOperations,
      ...sealingOperations,
    }),
    drafts: bindOperations(deps, { ...draftOperations, ...draftFileOperations }),
    exports: bindOperations(deps, { readAccount: readAccountRecords, readPerson: readPersonRecords }),
    people: bindOperations(deps, { erase: erasePerson }),
    textMatches: bindOperations(deps, textMatchOperations),
    files: bindOperations(deps, {
      upload: uploads.limit(uploadFile),
      merge: uploads.limit(mergeFiles),
      delete: deleteFile,
      readFields: readFileFields,
      verify: uploads.limitPublic(verifyFile),
    }),
    publicLinks: bindOperations(deps, { ...publicLinkOperations, ...sharingOperations, ...visitOperations }),
    jobs: createJobRunner<SigningDeps, Job>(deps, JOBS),
    signingPages: bindOperations(deps, {
      ...openingOperations,
      ...signingLinkOperations,
      ...signingFileOperations,
      ...signingTextOperations,
      readFirstPage: readFirstPage(new FirstPages()),
      ...ownLinkOperations,
      ...codeOperations,
      ...signingOperations,
      ...decliningOperations,
    }),
    proofs: bindOperations(deps, {
      ...proofStartOperations,
      ...proofOperations,
      ...answerOperations,
      ...handoverOperations,
      receiveFile: receiveProofFile(uploads),
    }),
    phones: bindOperations(deps, { ...phoneOperations, receiveFile: receiveFileFromPhone(uploads) }),
    templates: bindOperations(deps, templateOperations),
    waiting: bindOperations(deps, waitingOperations),
    webhooks: bindOperations(deps, { ...webhookOperations, ...deliveryOperations }),
  };
}
