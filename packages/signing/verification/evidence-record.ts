import { toVisibleLine } from '@countersign/identity/text';
import type { ChainHead } from '../audit/audit-entry.ts';
import { SIGNATURE_TYPES } from '../methods/methods.ts';
import { INK_KINDS } from '../methods/parts.ts';
import type { VerifiedSignee } from './file-verification.ts';

/** Of any `evidence.json`, which may be forged: a member of another type counts as absent. */
export interface EvidenceRecord {
  readonly documentId: string | null;
  readonly name: string | null;
  readonly sealedAt: string | null;
  readonly signees: readonly VerifiedSignee[];
  readonly trail: ChainHead | null;
}

const DOCUMENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readEvidenceRecord(bytes: Uint8Array | null): EvidenceRecord | null {
  const record = bytes === null ? null : parseObject(bytes);
  if (record === null) return null;
  const { documentId, name, signees, events, trail } = record;
  const id = textOf(documentId);
  return {
    documentId: id !== null && DOCUMENT_ID.test(id) ? id : null,
    name: textOf(name),
    sealedAt: momentOf(objectsOf(events).find(({ type }) => type === 'sealed')?.at),
    signees: objectsOf(signees).map(readSignee),
    trail: readHead(trail),
  };
}

function readSignee({ fullName, signedAt, signatureType, ink, identification }: Members): VerifiedSignee {
  return {
    fullName: textOf(fullName) ?? '',
    signedAt: momentOf(signedAt),
    signatureType: SIGNATURE_TYPES.find((method) => method === signatureType) ?? null,
    ink: INK_KINDS.find((kind) => kind === ink) ?? null,
    identification: isObject(identification) ? readIdentification(identification) : null,
  };
}

/** The personal number is not public. */
function readIdentification(members: Members): VerifiedSignee['identification'] {
  const [provider, fullName] = [textOf(members.provider), textOf(members.fullName)];
  return provider === null || fullName === null
    ? null
    : { provider, fullName, ...(members.isSandbox === true && { isSandbox: true }) };
}

function readHead(trail: unknown): ChainHead | null {
  if (!isObject(trail)) return null;
  const { sequence, hash } = trail;
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || typeof hash !== 'string')
    return null;
  return { sequence, hash };
}

type Members = Readonly<Record<string, unknown>>;

function parseObject(bytes: Uint8Array): Members | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectsOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? toVisibleLine(value) : null;
}

function momentOf(value: unknown): string | null {
  const moment = typeof value === 'string' ? new Date(value) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
