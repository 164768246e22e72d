import { createHash, X509Certificate } from 'node:crypto';
import { openPdf, PdfBytes, type PdfFile } from '@countersign/pdf';
import type { PDFRef } from 'pdf-lib';
import { SealError } from '../errors.ts';
import { chooseFieldName } from '../fields/signature-fields.ts';
import { type PadesLevel, REQUESTS_BUDGET_MS, reaches } from '../limits.ts';
import { type SendRequest, sendWithinBudget } from '../network.ts';
import type { Signer, SignerFailure } from '../signers/signer.ts';
import type { AuthorityFailure, Timestamp } from '../timestamp/obtain-timestamp.ts';
import type { TimestampAuthority } from '../timestamp/timestamp-authority.ts';
import { createTimestamper, type Timestamper } from '../timestamp/timestamper.ts';
import { ValidationCollector } from '../validation-data/collect-validation-data.ts';
import type { ValidationFailure } from '../validation-data/responses.ts';
import { addToSecurityStore, nameSignature } from '../validation-data/security-store.ts';
import { contentsCapacity, insertCms, type LaidOutSeal, layOutSeal, type SealedPdf } from './prepare-seal.ts';
import { addSignatureField } from './signature-widget.ts';

/**
 * A server that gave no usable signature, timestamp or validation data. Its address is empty if none was known.
 */
export type ServerFailure = AuthorityFailure | SignerFailure | ValidationFailure;

/** The level of a seal, and the services it needs. */
export interface PadesOptions {
  readonly level: PadesLevel;
  /**
   * `required`: sealing fails if the level cannot be reached. `preferred`: seals at the highest level that
   * can be reached.
   */
  readonly demand: 'required' | 'preferred';
  /**
   * The authorities in order of preference. Reuse the objects: they identify the cached token sizes, which save
   * a request per seal.
   */
  readonly authorities: readonly TimestampAuthority[];
  readonly send: SendRequest;
  /** The clock for checking timestamps and validation data; the default is the system's. */
  readonly now?: () => Date;
}

/** The result of sealing. */
export interface SealReport {
  readonly level: PadesLevel;
  /** The authority and its time, or null at level B-B. */
  readonly timestamp: { readonly authority: string; readonly time: Date } | null;
  /** The log gets the failed requests in order, also if the level was reached. */
  readonly failures: readonly ServerFailure[];
}

/** Adds validation data and timestamps as far as possible (augmentation in ETSI's terms). */
export class SealAugmenter {
  readonly #options: PadesOptions;
  readonly #now: () => Date;
  readonly #collector: ValidationCollector;
  readonly timestamper: Timestamper | undefined;
  readonly #failures: ServerFailure[] = [];
  readonly #stored = new Map<string, boolean>();

  constructor(options: PadesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    const send = sendWithinBudget(options.send, REQUESTS_BUDGET_MS);
    this.#collector = new ValidationCollector({ send, now: this.#now });
    if (reaches(options.level, 'B-T'))
      this.timestamper = createTimestamper({
        ...options,
        send,
        now: this.#now,
        onFailures: (failures) => this.#failures.push(...failures),
      });
  }

  wantsDocumentTimestamp({ level }: SealReport): boolean {
    return level === 'B-LT' && reaches(this.#options.level, 'B-LTA');
  }

  /**
   * Stores the data if the level needs it. Returns whether something was added. Throws `certificate_unusable`
   * for a revoked signer and `validation_data_unavailable` if the level is required.
   */
  async storeValidationData(
    file: PdfFile,
    signer: Signer,
    timestamp: Timestamp | undefined,
  ): Promise<boolean> {
    if (!timestamp || !reaches(this.#options.level, 'B-LT')) return false;
    const { signerCertificate, certificates } = timestamp.statement;
    const chain = signer.certificateChain.map((der) => new X509Certificate(der));
    const own = chain[0] ? await this.#store(file, chain[0], chain) : false;
    if (this.#failures.some(({ reason }) => reason === 'revoked') && !this.#isStored(chain[0]))
      throw describeRevoked();
    const stamper = await this.#store(file, signerCertificate, certificates);
    return own || stamper;
  }

  /**
   * Reports a level of at most B-LT. Throws `validation_data_unavailable` if the level is less than required.
   */
  report(signer: Signer, timestamp: Timestamp | undefined): SealReport {
    const stated = timestamp ? { authority: timestamp.authority, time: timestamp.time } : null;
    const level = this.#levelOf(signer, timestamp);
    if (this.#options.demand === 'required' && level !== 'B-LT' && !reaches(level, this.#options.level))
      throw describeMissing('the timestamp', this.#failures);
    return { level, timestamp: stated, failures: this.#failures };
  }

  #isStored(certificate: X509Certificate | undefined): boolean {
    return certificate !== undefined && this.#stored.get(certificate.fingerprint256) === true;
  }

  #levelOf(signer: Signer, timestamp: Timestamp | undefined): PadesLevel {
    if (!timestamp) return 'B-B';
    const signerDer = signer.certificateChain[0];
    const needed = [timestamp.statement.signerCertificate, signerDer && new X509Certificate(signerDer)];
    return needed.every((certificate) => this.#isStored(certificate || undefined)) ? 'B-LT' : 'B-T';
  }

  async #store(file: PdfFile, leaf: X509Certificate, known: readonly X509Certificate[]): Promise<boolean> {
    if (this.#stored.has(leaf.fingerprint256)) return false;
    const { added, isComplete, failures } = await this.#collector.collect(leaf, known);
    this.#failures.push(...failures);
    this.#stored.set(leaf.fingerprint256, isComplete);
    if (!isComplete && this.#options.demand === 'required')
      throw describeMissing(`"${leaf.subject}"`, failures);
    return addToSecurityStore(file, added);
  }
}

/** Even if the level is only preferred. */
function describeRevoked(): SealError {
  return new SealError('certificate_unusable', 'The certificate to seal with was revoked', {
    reason: 'revoked',
  });
}

function describeMissing(whose: string, failures: readonly ServerFailure[]): SealError {
  const details = failures.map(({ authority, message }) =>
    [authority, message].filter((part) => part).join(': '),
  );
  const reason = failures.at(-1)?.reason ?? 'not_readable';
  return new SealError(
    'validation_data_unavailable',
    `The certificate of ${whose} could not be validated. ${details.join('; ')}`,
    { reason },
  );
}

const FIELD_NAME = 'Timestamp';
/** Tokens vary by serial number, fractions of a second and signature. */
export const SPARE_TOKEN_BYTES = 64;
const ATTEMPTS = 3;

/**
 * Adds a document timestamp (ISO 32000-2 12.8.5) over a completed seal, whose hash is continued. Returns
 * undefined if no authority gives one; throws `timestamp_unavailable` if it is required.
 */
export async function addDocumentTimestamp(
  sealed: LaidOutSeal,
  augmenter: SealAugmenter,
): Promise<SealedPdf | undefined> {
  const expected = await augmenter.timestamper?.rehearse();
  if (!expected) return undefined;
  const { base, increment, contents, hashUpToContents } = sealed;
  const file = openPdf(new PdfBytes([increment], base).toSource());
  nameSignature(file, digestContents(sealed));
  const signature = addTimestampField(file);
  const hashedBase = hashUpToContents.copy().update(increment.subarray(contents.start));
  let room = expected.token.length + SPARE_TOKEN_BYTES;
  for (let attempt = 1; ; attempt++) {
    const prepared = layOutSeal(file, signature, { placeholderBytes: room, hashedBase });
    const timestamp = await augmenter.timestamper?.stampDigest(prepared.digest);
    if (!timestamp) return undefined;
    if (attempt === ATTEMPTS || timestamp.token.length <= contentsCapacity(prepared.contents))
      return insertCms(prepared, timestamp.token);
    room = timestamp.token.length + SPARE_TOKEN_BYTES;
  }
}

function addTimestampField(file: PdfFile): PDFRef {
  const signature = file.context.obj({
    Type: 'DocTimeStamp',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.RFC3161',
  });
  const ref = file.context.register(signature);
  addSignatureField(file, ref, chooseFieldName(file, FIELD_NAME));
  return ref;
}

/**
 * Returns the SHA-1 digest of the /Contents string with its padding, which is the key in /VRI (ISO 32000-2
 * table 261).
 */
function digestContents({ increment, contents }: LaidOutSeal): string {
  const hex = Buffer.from(increment.subarray(contents.start + 1, contents.end - 1)).toString('latin1');
  return createHash('sha1').update(Buffer.from(hex, 'hex')).digest('hex').toUpperCase();
}
