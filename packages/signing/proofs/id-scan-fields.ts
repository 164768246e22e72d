import { groupByIndex, listFills } from '@countersign/forms/attributes';
import { dateIn, findTimeZone } from '@countersign/identity';
import type { ScanAnswer, ScanConditions, ScannedIdentity, ScannedImages } from '../ports/id-scanner.ts';
import type { FieldValue, FormField } from '../ports/pdf-toolkit.ts';
import type { ProofContext } from './define-proof.ts';
import { valuesOfText } from './field-value.ts';
import { nameOfState, stateCodeOf } from './issuing-states.ts';

export interface ScanVariant {
  readonly isBasic: boolean;
  readonly passportsOnly: boolean;
}

/** A signature method needs a full scan of any document. */
export function variantOf(field: Pick<FormField, 'attributes'> | null): ScanVariant {
  const trigger = field?.attributes.find(({ name }) => name.startsWith('svc-scan-id'))?.name ?? '';
  return { isBasic: trigger.endsWith('-basic'), passportsOnly: trigger.includes('-passport') };
}

/** Today, where the account is. */
export async function conditionsOf(context: ProofContext, variant: ScanVariant): Promise<ScanConditions> {
  const { deps, document, now } = context;
  const timeZone = await findTimeZone(deps.database.read, document.accountId);
  return {
    isBasic: variant.isBasic && !needsPortrait(context),
    passportsOnly: variant.passportsOnly,
    today: dateIn(timeZone, now),
  };
}

/** Of a form field, or of the box of the signature (null). */
export interface ScanImage {
  readonly field: string | null;
  readonly jpeg: Uint8Array;
}

/** [D3-26] Images only if they may be kept. */
export function describeScan(
  { field, fields, document }: Pick<ProofContext, 'field' | 'fields' | 'document'>,
  { identity, images }: Extract<ScanAnswer, { readonly outcome: 'read' }>,
): { readonly values: readonly FieldValue[]; readonly images: readonly ScanImage[] } {
  if (field === null) return { values: [], images: [{ field: null, jpeg: images.front }] };
  const fills = groupOf(field, fields).flatMap(listFills);
  const texts = textsOf(identity, document.language);
  const values = fills.flatMap((fill) => {
    const target = fields.find(({ name }) => name === fill.field);
    const text = fill.kind === 'text' ? (texts[fill.attribute.slice(TEXT_PREFIX.length)] ?? '') : '';
    return target === undefined || text === '' ? [] : valuesOfText(target, text);
  });
  const pictures = fills.flatMap((fill): ScanImage[] => {
    const jpeg = fill.kind === 'image' ? imageOf(images, fill.attribute) : null;
    return jpeg === null ? [] : [{ field: fill.field, jpeg }];
  });
  const isReusable = field.attributes.some(({ name }) => name === 'svc-scanned-id-allow-in-signature');
  const forSignature = isReusable ? [{ field: null, jpeg: images.front }] : [];
  return { values, images: keepsImages(field) ? [...pictures, ...forSignature] : [] };
}

/** Such a scan fails without one, also a basic one [D3-01]. */
function needsPortrait({ field, fields }: Pick<ProofContext, 'field' | 'fields'>): boolean {
  if (field === null || !keepsImages(field)) return false;
  return groupOf(field, fields)
    .flatMap(listFills)
    .some(({ attribute }) => attribute === 'svc-scanned-id-portrait');
}

const TEXT_PREFIX = 'svc-scanned-id-mrz-';

/** Data minimisation: a trigger that asks for text keeps none [D3-12]. */
function keepsImages({ attributes }: Pick<FormField, 'attributes'>): boolean {
  return !attributes.some(({ name }) => name.startsWith(TEXT_PREFIX));
}

function groupOf(field: FormField, fields: readonly FormField[]) {
  const trigger = field.attributes.find(({ name }) => name.startsWith('svc-scan-id'));
  return groupByIndex(fields).filter(({ group, index }) => group === 'scan' && index === trigger?.index);
}

/** By the end of the attribute's name. */
function textsOf(identity: ScannedIdentity, language: string): Readonly<Record<string, string>> {
  return {
    firstname: identity.firstName,
    lastname: identity.lastName,
    personalnumber: identity.personalNumber ?? '',
    documentid: identity.documentNumber,
    nationality: nameOfState(identity.nationality, language),
    nationalitycode: stateCodeOf(identity.nationality),
    birthdate: identity.birthDate,
    expirydate: identity.expiryDate ?? '',
    issuedate: identity.issueDate ?? '',
    placeofbirth: identity.placeOfBirth ?? '',
    issuingstatecode: stateCodeOf(identity.issuingState),
    issuingstatename: nameOfState(identity.issuingState, language),
  };
}

/** Null if it is lacking: the field stays empty, and sealing removes it [D3-02] to [D3-05]. */
function imageOf(images: ScannedImages, attribute: string): Uint8Array | null {
  if (attribute === 'svc-scanned-id-portrait') return images.portrait;
  if (attribute === 'svc-scanned-id-documentrear') return images.documentRear;
  return attribute.startsWith('svc-scan-id') ? images.front : null;
}
