import type { FormField } from '@countersign/toolkit';
import type { SigningDeps } from '../deps.ts';
import {
  type DocumentState,
  type OperatedTrigger,
  replaceSignee,
  type Signee,
} from '../documents/document.ts';
import { givenValues, isSeen, listOf } from '../documents/field-entries.ts';
import { requireSignee } from '../documents/find-by-link.ts';
import {
  methodOf,
  type ProofFact,
  type SignatureParts,
  type UploadedAttachment,
} from '../methods/methods.ts';
import type { ReadStores } from '../ports/database.ts';
import type { SigningSession } from '../sessions/session.ts';
import type { AnyProofDefinition } from './define-proof.ts';
import { findProofKind, findTriggeredKind, isKept, PROOF_KINDS, viewProof } from './kinds.ts';
import {
  type CheckView,
  factOf,
  isSucceeded,
  type Proof,
  type ProofKind,
  type ProofResult,
  type SucceededProof,
} from './proof.ts';

/** Lists the proofs of one signee, oldest first. */
export async function listSessionProofs(
  { proofs }: Pick<ReadStores, 'proofs'>,
  session: SigningSession | null,
  { signeeId }: Signee,
): Promise<readonly Proof[]> {
  if (session === null) return [];
  return (await proofs.listForSession(session.idHash)).filter((proof) => proof.signeeId === signeeId);
}

/** Adds what successful proofs filled in as if their triggers were in the document, where signing stores them. */
export function withProofs<Target extends { readonly document: DocumentState; readonly signee: Signee }>(
  target: Target,
  proofs: readonly Proof[],
): Target {
  const operated = mergeTriggers(proofs.filter(isSucceeded).flatMap(describeTrigger));
  if (operated.length === 0) return target;
  const { signeeId, operatedTriggers } = target.signee;
  const document = {
    ...target.document,
    signees: replaceSignee(target.document, signeeId, {
      operatedTriggers: [...operatedTriggers, ...operated],
    }),
  };
  return { ...target, document, signee: requireSignee(document, signeeId) };
}

function describeTrigger({ field, result, finishedAt, createdAt }: SucceededProof) {
  return field === null ? [] : [{ field, operatedAt: finishedAt ?? createdAt, values: result.values }];
}

/** Several proofs of one field fill others together. */
function mergeTriggers(operated: readonly OperatedTrigger[]): readonly OperatedTrigger[] {
  const byField = Map.groupBy(operated, ({ field }) => field);
  return [...byField.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    if (others.length === 0) return [first];
    const byName = Map.groupBy(
      [first, ...others].flatMap(({ values }) => values),
      ({ name }) => name,
    );
    const values = [...byName].map(([name, entries]) => ({
      name,
      value: [entries.flatMap(({ value }) => listOf(value)).join(', ')],
    }));
    return [{ ...first, values }];
  });
}

/** Describes the successful proofs for the signature. */
export function describeProofs(
  { keptProofs = [] }: Signee,
  proofs: readonly Proof[],
): {
  readonly parts: Partial<Pick<SignatureParts, 'identification' | 'scan'>>;
  readonly attachments: readonly UploadedAttachment[];
  readonly proofs: readonly ProofFact[];
  readonly images: NonNullable<ProofResult['images']>;
} {
  const done = proofs.filter(isSucceeded).map(withOneTime);
  return {
    // A scan for a form field may be of another document.
    parts: Object.assign({}, ...done.filter(({ field }) => field === null).map(({ result }) => result.parts)),
    attachments: done.flatMap(({ result }) => result.attachments),
    images: done.flatMap(({ result }) => result.images ?? []),
    proofs: [...keptProofs, ...done.filter(({ kind }) => !isKept(kind)).map(factOf)],
  };
}

/** The evidence has both a check and what came of it. */
function withOneTime(proof: SucceededProof): SucceededProof {
  const { result } = proof;
  const { scan } = result.parts;
  const at = factOf(proof).succeededAt;
  return {
    ...proof,
    result: {
      ...result,
      attachments: result.attachments.map((one) => ({ ...one, uploadedAt: at })),
      parts: { ...result.parts, ...(scan && { scan: { ...scan, scannedAt: at } }) },
    },
  };
}

/** Lists the kinds that are needed besides those of form fields. */
export function listNeededProofs(signee: Signee): readonly string[] {
  const { signatureType, keptProofs = [] } = signee;
  const own = PROOF_KINDS.filter(({ isNeededBy }) => isNeededBy?.(signee) === true);
  const needed = [...methodOf(signatureType).proofs, ...own.map(({ kind }) => kind)];
  return needed.filter((kind) => !keptProofs.some((kept) => kept.kind === kind));
}

export function findMissingProof(signee: Signee, proofs: readonly Proof[]): string | undefined {
  return listNeededProofs(signee).find(
    (kind) => !proofs.some((proof) => proof.kind === kind && proof.field === null && isSucceeded(proof)),
  );
}

/** Leaves out fields that an earlier signee's check filled. */
export function listChecks(
  { document, signee }: { readonly document: DocumentState; readonly signee: Signee },
  fields: readonly FormField[],
  proofs: readonly Proof[],
  {
    isOffered,
    now,
    deps,
  }: {
    isOffered: (kind: AnyProofDefinition) => boolean;
    readonly now: Date;
    readonly deps: Pick<SigningDeps, 'electronicId' | 'companyRegister' | 'idScanner'>;
  },
): readonly CheckView[] {
  const viewsOf = (kind: ProofKind, field: string | null) =>
    proofs
      .filter((proof) => proof.kind === kind && proof.field === field)
      .map((proof) => viewProof(proof, now))
      .filter(({ status }) => status === 'pending' || status === 'succeeded');
  const introduce = (kind: AnyProofDefinition, field: FormField | null) =>
    kind.introduce?.({ signee, field }, deps) ?? {};
  const ofMethod = listNeededProofs(signee).flatMap((name): CheckView[] => {
    const kind = findProofKind(name);
    if (kind === undefined) return [];
    const own = {
      field: null,
      required: true,
      isOffered: isOffered(kind),
      introduction: introduce(kind, null),
    };
    return [{ kind: kind.kind, ...own, proofs: viewsOf(kind.kind, null) }];
  });
  const isDone = new Set([
    ...document.signees.flatMap(({ operatedTriggers }) => operatedTriggers.map(({ field }) => field)),
    ...givenValues(document).map(({ name }) => name),
  ]);
  const open = fields.filter((field) => isSeen(field) && !isDone.has(field.name));
  const ofFields = open.flatMap((field): CheckView[] => {
    const { name, required, attributes } = field;
    const kind = findTriggeredKind(attributes);
    if (kind === undefined) return [];
    const own = { field: name, required, isOffered: isOffered(kind), introduction: introduce(kind, field) };
    return [{ kind: kind.kind, ...own, proofs: viewsOf(kind.kind, name) }];
  });
  return [...ofMethod, ...ofFields];
}
