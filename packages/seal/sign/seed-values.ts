import {
  decodeTextString,
  lookupArray,
  lookupDict,
  lookupName,
  lookupNumber,
  stringBytes,
} from '@countersign/pdf';
import { PDFBool, PDFDict, PDFName } from 'pdf-lib';
import { SealError } from '../errors.ts';
import type { DigestName } from '../signers/signature-algorithm.ts';

/** DocMDP of a certification (ISO 32000-2 table 257); 0 is an approval signature. */
export type CertificationLevel = 0 | 1 | 2 | 3;

/** What is known of a signature before it is made. */
export interface SignaturePlan {
  readonly reason: string;
  /** It is undefined if the caller leaves it to the field. */
  readonly level: CertificationLevel | undefined;
  readonly digest: DigestName;
  /** It is undefined if the signature is made elsewhere. */
  readonly certificateChain: readonly Uint8Array[] | undefined;
  /** Whether sealing fails without a timestamp. */
  readonly isTimestamped: boolean;
}

/** The parts of a signature that a field can decide. */
export interface SeedChoices {
  readonly subFilter: string;
  /** It is undefined if the field demands a signature without a reason. */
  readonly reason: string | undefined;
  readonly level: CertificationLevel;
}

const FILTER = 'Adobe.PPKLite';
const PADES = 'ETSI.CAdES.detached';
/** The same CMS in the words of ISO 32000-1; verification accepts both. */
const SUB_FILTERS: readonly string[] = [PADES, 'adbe.pkcs7.detached'];
/** The value for PDF 2.0. */
const PARSER_VERSION = 3;

/** Bits of /Ff, from 0 (table 238). */
const FLAGS = {
  Filter: 0,
  SubFilter: 1,
  V: 2,
  Reasons: 3,
  LegalAttestation: 4,
  AddRevInfo: 5,
  DigestMethod: 6,
  LockDocument: 7,
  AppearanceFilter: 8,
} as const;
/** The same of /Cert (table 239). */
const CERTIFICATE_FLAGS = { Subject: 0, Issuer: 1, OID: 2, SubjectDN: 3, KeyUsage: 5 } as const;

/**
 * Applies the seed value dictionary of a field (ISO 32000-2 12.7.5.5): what it demands is done, or refused with
 * `seed_value_not_met`; what it only suggests is not decided here. The address of a timestamp authority is not used,
 * because nothing of a file may choose where requests go.
 */
export function applySeedValues(field: PDFDict | undefined, name: string, plan: SignaturePlan): SeedChoices {
  const entry = field?.lookup(PDFName.of('SV'));
  if (entry === undefined) return { subFilter: PADES, reason: plan.reason, level: plan.level ?? 0 };
  if (!(entry instanceof PDFDict)) throw notMet(name, 'SV');
  const seeds = new SeedValues(entry, name);
  seeds.refuseUnsupported();
  seeds.checkDigest(plan.digest);
  seeds.checkTimestamp(plan.isTimestamped);
  seeds.checkCertificate(plan.certificateChain);
  return {
    subFilter: seeds.chooseSubFilter(),
    reason: seeds.chooseReason(plan.reason),
    level: seeds.chooseLevel(plan),
  };
}

class SeedValues {
  readonly #dict: PDFDict;
  readonly #field: string;

  constructor(dict: PDFDict, field: string) {
    this.#dict = dict;
    this.#field = field;
  }

  refuseUnsupported(): void {
    if (this.#demands('Filter') && lookupName(this.#dict, 'Filter') !== FILTER) throw this.#notMet('Filter');
    const version = lookupNumber(this.#dict, 'V');
    if (this.#demands('V') && !(version !== undefined && version <= PARSER_VERSION)) throw this.#notMet('V');
    for (const key of ['LegalAttestation', 'AppearanceFilter'] as const)
      if (this.#demands(key)) throw this.#notMet(key);
    const adds = this.#dict.lookup(PDFName.of('AddRevInfo'));
    if (this.#demands('AddRevInfo') && adds !== PDFBool.False) throw this.#notMet('AddRevInfo');
    const locks = lookupName(this.#dict, 'LockDocument');
    if (this.#demands('LockDocument') && locks !== 'false' && locks !== 'auto')
      throw this.#notMet('LockDocument');
  }

  checkDigest(digest: DigestName): void {
    if (!this.#demands('DigestMethod')) return;
    const allowed = this.#texts('DigestMethod');
    if (!allowed.some((method) => method.replace('-', '').toLowerCase() === digest))
      throw this.#notMet('DigestMethod', allowed);
  }

  checkTimestamp(isTimestamped: boolean): void {
    const timestamp = lookupDict(this.#dict, 'TimeStamp');
    if (timestamp && isSet(timestamp, 0) && !isTimestamped) throw this.#notMet('TimeStamp');
  }

  /** Only certificates themselves are compared: names and usages are refused if they are demanded. */
  checkCertificate(chain: readonly Uint8Array[] | undefined): void {
    const certificate = lookupDict(this.#dict, 'Cert');
    if (certificate === undefined) return;
    const [own, ...issuers] = chain ?? [];
    for (const [key, bit] of Object.entries(CERTIFICATE_FLAGS)) {
      if (!isSet(certificate, bit)) continue;
      const held = key === 'Subject' ? [own] : issuers;
      if (key !== 'Subject' && key !== 'Issuer') throw this.#notMet(`Cert.${key}`);
      const asked = lookupArray(certificate, key)?.asArray() ?? [];
      const allowed = asked.map((item) => Buffer.from(stringBytes(certificate.context.lookup(item)) ?? []));
      if (!held.some((der) => der && allowed.some((each) => each.equals(der))))
        throw this.#notMet(`Cert.${key}`);
    }
  }

  /** The first that is supported shall be used (table 237). */
  chooseSubFilter(): string {
    const items = lookupArray(this.#dict, 'SubFilter')?.asArray() ?? [];
    const names = items.map((item) => this.#dict.context.lookup(item));
    const asked = names.map((item) => (item instanceof PDFName ? item.decodeText() : ''));
    const chosen = asked.find((item) => SUB_FILTERS.includes(item));
    if (chosen === undefined && this.#demands('SubFilter')) throw this.#notMet('SubFilter', asked);
    return chosen ?? PADES;
  }

  /** An empty list, or a period alone, demands that there is no reason. */
  chooseReason(reason: string): string | undefined {
    if (!this.#demands('Reasons')) return reason;
    const allowed = this.#texts('Reasons');
    if (allowed.length === 0 || (allowed.length === 1 && allowed[0] === '.')) return undefined;
    if (!allowed.includes(reason)) throw this.#notMet('Reasons', allowed);
    return reason;
  }

  /** /MDP is always a demand (table 237). */
  chooseLevel({ level }: SignaturePlan): CertificationLevel {
    const entry = this.#dict.lookup(PDFName.of('MDP'));
    if (entry === undefined) return level ?? 0;
    const asked = entry instanceof PDFDict ? lookupNumber(entry, 'P') : undefined;
    const known = ([0, 1, 2, 3] as const).find((each) => each === asked);
    if (known === undefined || (level !== undefined && level !== known))
      throw this.#notMet('MDP', asked === undefined ? [] : [String(asked)]);
    return known;
  }

  #demands(key: keyof typeof FLAGS): boolean {
    return isSet(this.#dict, FLAGS[key]);
  }

  #texts(key: string): readonly string[] {
    const items = lookupArray(this.#dict, key)?.asArray() ?? [];
    return items.flatMap((item) => {
      const value = this.#dict.context.lookup(item);
      return (value instanceof PDFName ? value.decodeText() : decodeTextString(value)) ?? [];
    });
  }

  #notMet(entry: string, allowed: readonly string[] = []): SealError {
    return notMet(this.#field, entry, allowed);
  }
}

function isSet(dict: PDFDict, bit: number): boolean {
  return (((lookupNumber(dict, 'Ff') ?? 0) >> bit) & 1) === 1;
}

/** Lists in a file may be long. */
const MAX_ALLOWED_CHARACTERS = 300;

function notMet(field: string, entry: string, allowed: readonly string[] = []): SealError {
  const listed = allowed.join(', ').slice(0, MAX_ALLOWED_CHARACTERS);
  const message = `The field "${field}" demands another ${entry}${listed === '' ? '' : `: ${listed}`}`;
  return new SealError('seed_value_not_met', message, { field, entry, allowed: listed });
}
