import { SIGNATURE_PROBLEMS } from '@countersign/seal/signature-problem';
import type { SignatureSentences } from '../signature-problem.ts';

export const signatures: SignatureSentences = {
  ...SIGNATURE_PROBLEMS,
  kind_not_supported: 'Signatures of the kind “{kind}” are not supported',
};
