import { receiveUpload } from '../../request/receive-upload.ts';
import { defineRoute } from '../../route.ts';
import { proofView } from '../../schemas/proof.ts';
import { admitLink, visitorOf } from '../signing-pages/signing-link.ts';
import { originOf, PROOF_ERRORS, proofParams, signingPath, uploadForm, uploadPart } from './proof-route.ts';

export const receiveProofFile = defineRoute({
  method: 'POST',
  path: '/sign/:token/proofs/:proofId/files',
  source: 'ours',
  scope: 'public',
  summary: 'Send a file to a proof, such as an attachment or a picture',
  status: 200,
  hidden: true,
  admit: admitLink,
  schemas: {
    params: proofParams,
    query: uploadPart,
    form: uploadForm,
    answer: proofView,
  },
  errors: [...PROOF_ERRORS, 'file_missing', 'file_too_large'],
  async handler(input) {
    const { deps, params, query, request } = input;
    const { answer } = await receiveUpload(request, uploadForm, (content, originalName) => {
      const upload = { content, originalName, part: query.part };
      const command = { proofId: params.proofId, origin: originOf(input, signingPath(params)), ...upload };
      return deps.signing.proofs.receiveFile(params.token, command, visitorOf(input));
    });
    return proofView.parse(answer);
  },
});
