import { createFirstAccount } from './accounts/create-first-account.ts';
import { createDocument } from './documents/create-document.ts';
import { requireSigningLink } from './documents/find-by-link.ts';
import { getDocument } from './documents/get-document.ts';
import { getSignedFile } from './documents/get-signed-file.ts';
import { listDocuments } from './documents/list-documents.ts';
import { openSigningLink } from './documents/open-signing-link.ts';
import { readSealedFile } from './documents/read-sealed-file.ts';
import { readSigningFile } from './documents/read-signing-file.ts';
import { signDocument } from './documents/sign-document.ts';
import { deleteFile } from './files/delete-file.ts';
import { mergeFiles } from './files/merge-files.ts';
import { readFileFields } from './files/read-file-fields.ts';
import { uploadFile } from './files/upload-file.ts';
import { giveUpJob, runJob } from './jobs/run-job.ts';
import type { Signing, SigningDeps } from './signing.ts';
import { verifyFile } from './verification/verify-file.ts';
import { createWebhook } from './webhooks/create-webhook.ts';

/** Builds the product over its ports. */
export function createSigning(deps: SigningDeps): Signing {
  return {
    uploadFile: (caller, upload) => uploadFile(deps, caller, upload),
    mergeFiles: (caller, command) => mergeFiles(deps, caller, command),
    deleteFile: (caller, fileId) => deleteFile(deps, caller, fileId),
    verifyFile: (content) => verifyFile(deps, content),
    readFileFields: (caller, fileId) => readFileFields(deps, caller, fileId),
    createDocument: (caller, command) => createDocument(deps, caller, command),
    listDocuments: (caller, page) => listDocuments(deps, caller, page),
    getDocument: (caller, documentId) => getDocument(deps, caller, documentId),
    getSignedFile: (caller, documentId) => getSignedFile(deps, caller, documentId),
    createWebhook: (caller, command) => createWebhook(deps, caller, command),
    openSigningLink: (token) => openSigningLink(deps, token),
    readSigningFile: (token) => readSigningFile(deps, token),
    requireSigningLink: (token) => requireSigningLink(deps, token),
    sign: (token, command) => signDocument(deps, token, command),
    readSealedFile: (token) => readSealedFile(deps, token),
    runJob: (job) => runJob(deps, job),
    giveUpJob: (job, code = null) => giveUpJob(deps, job, code),
    createFirstAccount: (command) => createFirstAccount(deps, command),
  };
}
