import { Readable } from 'node:stream';
import { dateIn } from '@countersign/base/time';
import { groupByIndex, listFills } from '@countersign/forms/attributes';
import { findTimeZone } from '@countersign/identity';
import type { FieldValue, FormField } from '@countersign/toolkit';
import { MEBIBYTE } from '../configuration/limits.ts';
import type { SigningDeps } from '../deps.ts';
import type { DocumentState } from '../documents/document.ts';
import type { JobData } from '../jobs/job.ts';
import { listScanBlobs, listSignatureBlobs, methodOf } from '../methods/methods.ts';
import { maskPersonalNumber } from '../personal-data.ts';
import type { ScanAnswer, ScanConditions, ScannedIdentity, ScannedImages } from '../ports/id-scanner.ts';
import type { ProofContext, ProofOutcome } from './define-proof.ts';
import { valuesOfText } from './field-value.ts';
import type { ScannedHolder, ScanState } from './hosted-session.ts';
import type { ProofResult } from './proof.ts';

/** Documents have the code of three letters; names of countries are known by the one of two (ISO 3166-1). */
const CODES =
  'ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW';
const TWO_LETTERS: ReadonlyMap<string, string> = new Map(
  CODES.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]),
);

/** Codes that ICAO Doc 9303-3 section 5 adds. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  D: 'DEU',
  GBD: 'GBR',
  GBN: 'GBR',
  GBO: 'GBR',
  GBP: 'GBR',
  GBS: 'GBR',
};

/** Germany's documents have one letter. */
function stateCodeOf(printed: string): string {
  return printed === 'D' ? 'DEU' : printed;
}

/** The code if there is none, such as that of an organisation. */
function nameOfState(printed: string, language: string): string {
  const code = TWO_LETTERS.get(OTHER_CODES[printed] ?? printed);
  if (code === undefined) return printed;
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? printed;
}

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

/** The image belongs to a form field, or to the box of the signature if `field` is null. */
interface ScanImage {
  readonly field: string | null;
  readonly jpeg: Uint8Array;
}

/** [D3-26] Images only if they may be kept. */
function describeScan(
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

/** The key is the end of the attribute's name. */
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

/** Returns null if the document lacks it: the field stays empty, and sealing removes it [D3-02] to [D3-05]. */
function imageOf(images: ScannedImages, attribute: string): Uint8Array | null {
  if (attribute === 'svc-scanned-id-portrait') return images.portrait;
  if (attribute === 'svc-scanned-id-documentrear') return images.documentRear;
  return attribute.startsWith('svc-scan-id') ? images.front : null;
}

const MAX_IMAGE_BYTES = 2 * MEBIBYTE;

interface StoredScanImage {
  readonly field: string | null;
  readonly blobId: string;
}

/** Removed with the session unless signed. */
async function storeScanImages(
  { deps, document, removeAt, now }: ProofContext,
  images: readonly ScanImage[],
): Promise<readonly StoredScanImage[]> {
  const stored = images.map(({ field, jpeg }) => ({ field, jpeg, blobId: deps.ids.uuid() }));
  if (stored.length === 0) return [];
  const blobIds = stored.map(({ blobId }) => blobId);
  const startAfterSeconds = Math.max(0, Math.ceil((removeAt.getTime() - now.getTime()) / 1000));
  // The removal is planned before the images are stored, so that none is forgotten.
  await deps.database.transact(({ jobs }) =>
    jobs.enqueue(
      { name: 'remove-proof-blobs', documentId: document.documentId, blobIds },
      { startAfterSeconds, accountId: document.accountId },
    ),
  );
  for (const { blobId, jpeg } of stored)
    await deps.blobs.putStream(blobId, Readable.from([Buffer.from(jpeg)]), MAX_IMAGE_BYTES);
  return stored.map(({ field, blobId }) => ({ field, blobId }));
}

/** Those that no signature needs any more. */
export async function removeProofBlobs(
  deps: SigningDeps,
  { documentId, blobIds }: JobData['remove-proof-blobs'],
): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  const needed = new Set(document === null ? [] : listNeeded(deps, document));
  for (const blobId of blobIds) if (!needed.has(blobId)) await deps.blobs.remove(blobId);
}

/** The sealed file has them; the service keeps its own only if the settings say so. */
function listNeeded({ settings }: SigningDeps, { status, signees }: DocumentState): readonly string[] {
  const signatures = signees.flatMap(({ signature }) => signature ?? []);
  const isOver = status === 'completed' && !settings.keepsScanImages;
  const images = new Set(isOver ? signatures.flatMap(listScanBlobs) : []);
  return signatures.flatMap(listSignatureBlobs).filter((blobId) => !images.has(blobId));
}

type ReadAnswer = Extract<ScanAnswer, { readonly outcome: 'read' }>;

/** Completes a scan by pictures or at a provider. */
export async function completeScan(
  context: ProofContext,
  state: ScanState,
  answer: ReadAnswer,
): Promise<ProofOutcome<ScanState>> {
  const { values, images } = describeScan(context, answer);
  const stored = await storeScanImages(context, images);
  const blobIds = stored.map(({ blobId }) => blobId);
  return {
    kind: 'succeeded',
    state: { ...state, refusal: null, blobIds, holder: await holderOf(context, state, answer) },
    result: {
      values,
      facts: factsOf(answer, state),
      parts: {
        scan: {
          scannedAt: context.now,
          imageBlobId: stored.find(({ field }) => field === null)?.blobId ?? null,
        },
        identification: null,
      },
      attachments: [],
      images: stored.flatMap(({ field, blobId }) => (field === null ? [] : [{ field, blobId }])),
    },
  };
}

/** The number is masked; the name is compared with the signee's [D12-05]. */
function factsOf(answer: ReadAnswer, state: ScanState): ProofResult['facts'] {
  const { isPassport, issuingState, documentNumber, firstName, lastName } = answer.identity;
  const { isBasic, session } = state;
  return {
    document: isPassport ? 'passport' : 'identity_card',
    variant: isBasic ? 'basic' : 'full',
    issuingState,
    documentNumber: maskPersonalNumber(documentNumber),
    fullName: `${firstName} ${lastName}`.trim(),
    ...(session !== null && { provider: session.provider }),
    ...(isOfUnmatchedSides(answer, state) && { sides: 'unmatched' }),
  };
}

/** Keeps the holder until the face was compared, if the method needs that. */
async function holderOf(
  context: ProofContext,
  state: ScanState,
  answer: ReadAnswer,
): Promise<ScannedHolder | null> {
  const { identity, images } = answer;
  if (!needsFace(context) || images.portrait === null || isOfUnmatchedSides(answer, state)) return null;
  const [stored] = await storeScanImages(context, [{ field: null, jpeg: images.portrait }]);
  const { firstName, lastName, personalNumber, documentNumber } = identity;
  return {
    documentNumber: maskPersonalNumber(documentNumber),
    fullName: `${firstName} ${lastName}`.trim(),
    personalNumber: personalNumber ?? '',
    portraitBlobId: stored?.blobId ?? '',
  };
}

/** Whether a face check will follow the scan. */
export function needsFace({ signee }: Pick<ProofContext, 'signee'>): boolean {
  return methodOf(signee.signatureType).type === 'face_liveness';
}

/** A provider checks that the sides are of one document; pictures show nothing. */
export function isOfUnmatchedSides({ images }: ReadAnswer, { session }: ScanState): boolean {
  return session === null && images.documentRear !== null;
}
