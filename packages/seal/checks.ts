export { VERIFY } from './arguments.ts';
export { readCommonName, readIssuerName } from './cms/certificates.ts';
export {
  type CmsPolicy,
  type ContentDigest,
  checkCms,
  type FeedContent,
  orderChain,
} from './cms/check-cms.ts';
export { isLocked, type Permissions, readPermissions } from './fields/permissions.ts';
export {
  type FieldNode,
  findSignatureFields,
  findSignatureValue,
  readDate,
  readText,
  walkFields,
} from './fields/signature-fields.ts';
export { feedSource } from './search-bytes.ts';
export { insertCms, layOutSeal } from './sign/prepare-seal.ts';
export { addSealField } from './sign/seal-field.ts';
export { addSignatureField } from './sign/signature-widget.ts';
export { checkTimestamp, type DigestOf } from './timestamp/check-timestamp.ts';
export { addToSecurityStore, readStoredCertificates } from './validation-data/security-store.ts';
