import {
  BUSY,
  FILE_FAULTS,
  fieldValues,
  PROOF_FAULTS,
  PROOF_KIND_NAMES,
  proofView,
  type Signing,
} from '@countersign/signing';
import { z } from 'zod';
import { MESSAGE_ALLOWANCE } from '../rate-limits.ts';
import { readClientAddress, readClientNetwork } from '../request/client-address.ts';
import { setReturnCookie } from '../request/cookies.ts';
import { receiveUpload } from '../request/receive-upload.ts';
import { defineRoute, type RouteInput, type Scope } from '../route.ts';
import { LARGE_BODY_LIMIT, uploadForm } from '../schemas/parts.ts';
import { admitLink, linkParams, visitorOf } from './signing-pages.ts';

const proofParams = z.object({ token: z.string(), proofId: z.uuid() });

/** The part names one of several files. */
export const uploadPart = z.object({ part: z.string().max(40).default('') });

export const proofInput = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), fieldValues]))
  .optional();

export const PROOF_ERRORS = [
  ...FILE_FAULTS,
  ...BUSY,
  ...PROOF_FAULTS,
  'link_not_found',
  'verification_required',
  'document_not_signable',
  'already_signed',
  'not_your_turn',
] as const;

type Origin = Parameters<Signing['proofs']['start']>[1]['origin'];

function signingPath({ token }: { readonly token: string }): string {
  return `/sign/${encodeURIComponent(token)}`;
}

export function originOf(
  { deps, request }: Pick<RouteInput<unknown, unknown, unknown, Scope>, 'deps' | 'request'>,
  pagePath: string,
): Origin {
  return {
    ipAddress: readClientAddress(request),
    network: readClientNetwork(request),
    userAgent: request.headers['user-agent'] ?? '',
    pageUrl: `${deps.settings.baseUrl}${pagePath}`,
  };
}

const answerProof = defineRoute({
  method: 'POST',
  path: '/sign/:token/proofs/:proofId',
  source: 'ours',
  scope: 'public',
  summary: 'Give an answer to a proof, such as a one-time code',
  status: 200,
  bodyLimit: LARGE_BODY_LIMIT,
  hidden: true,
  admit: admitLink,
  schemas: {
    params: proofParams,
    body: z.object({ input: proofInput }),
    answer: proofView,
  },
  errors: [...PROOF_ERRORS, 'code_invalid'],
  async handler(input) {
    const { deps, params, body } = input;
    const command = {
      proofId: params.proofId,
      input: body.input,
      origin: originOf(input, signingPath(params)),
    };
    return await deps.signing.proofs.answer(params.token, command, visitorOf(input));
  },
});

const cancelProof = defineRoute({
  method: 'DELETE',
  path: '/sign/:token/proofs/:proofId',
  source: 'ours',
  scope: 'public',
  summary: 'Give up a proof, or take back one that succeeded',
  status: 200,
  hidden: true,
  admit: admitLink,
  schemas: { params: proofParams, answer: proofView },
  errors: PROOF_ERRORS,
  async handler(input) {
    const { deps, params } = input;
    return await deps.signing.proofs.cancel(params.token, params.proofId, visitorOf(input));
  },
});

const getProof = defineRoute({
  method: 'GET',
  path: '/sign/:token/proofs/:proofId',
  source: 'ours',
  scope: 'public',
  summary: 'How a proof stands',
  status: 200,
  hidden: true,
  schemas: { params: proofParams, answer: proofView },
  errors: PROOF_ERRORS,
  async handler(input) {
    const { deps, params } = input;
    return await deps.signing.proofs.get(params.token, params.proofId, visitorOf(input));
  },
});

const handOverProof = defineRoute({
  method: 'POST',
  path: '/sign/:token/proofs/:proofId/handover',
  source: 'ours',
  scope: 'public',
  summary: 'Offer a proof to a phone: the address for a QR code',
  status: 201,
  hidden: true,
  admit: admitLink,
  schemas: { params: proofParams, answer: z.object({ url: z.string(), proof: proofView }) },
  errors: PROOF_ERRORS,
  async handler(input) {
    const { deps, params } = input;
    const { url, proof } = await deps.signing.proofs.handOver(params.token, params.proofId, visitorOf(input));
    return { url, proof };
  },
});

const receiveProofFile = defineRoute({
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
    const { answer } = await receiveUpload(request, (content, originalName) => {
      const upload = { content, originalName, part: query.part };
      const command = { proofId: params.proofId, origin: originOf(input, signingPath(params)), ...upload };
      return deps.signing.proofs.receiveFile(params.token, command, visitorOf(input));
    });
    return answer;
  },
});

const startProof = defineRoute({
  method: 'POST',
  path: '/sign/:token/proofs',
  source: 'ours',
  scope: 'public',
  summary: 'Begin a proof: a one-time code, an upload, an identification',
  status: 201,
  bodyLimit: LARGE_BODY_LIMIT,
  hidden: true,
  allowance: MESSAGE_ALLOWANCE,
  admit: admitLink,
  schemas: {
    params: linkParams,
    body: z.object({
      kind: z.enum(PROOF_KIND_NAMES),
      field: z.string().optional(),
      input: proofInput,
    }),
    answer: proofView,
  },
  errors: [...PROOF_ERRORS, 'unknown_field', 'field_of_another_signee', 'code_cooldown', 'code_not_sent'],
  async handler(input) {
    const { deps, params, body, reply } = input;
    const { kind, field } = body;
    const command = { kind, field, input: body.input, origin: originOf(input, signingPath(params)) };
    const view = await deps.signing.proofs.start(params.token, command, visitorOf(input));
    const { redirectState } = view.details;
    if (typeof redirectState === 'string')
      setReturnCookie(reply, deps.settings.baseUrl, redirectState, { ...params, proofId: view.proofId });
    return view;
  },
});

export const proofRoutes = {
  startProof,
  getProof,
  answerProof,
  receiveProofFile,
  cancelProof,
  handOverProof,
};
