import { X509Certificate } from 'node:crypto';
import type { PdfFile } from '@countersign/pdf';
import { SealError } from '../errors.ts';
import { type PadesLevel, reaches } from '../levels.ts';
import { REQUESTS_BUDGET_MS } from '../limits.ts';
import { sendWithinBudget } from '../network/within-budget.ts';
import type { Signer } from '../signers/signer.ts';
import type { Timestamp } from '../timestamp/obtain-timestamp.ts';
import { createTimestamper, type Timestamper } from '../timestamp/timestamper.ts';
import { ValidationCollector } from '../validation-data/collect-validation-data.ts';
import { addToSecurityStore } from '../validation-data/security-store.ts';
import type { PadesOptions, SealReport, ServerFailure } from './pades-options.ts';

/** As far as possible (augmentation in ETSI's terms). */
export class SealAugmenter {
  readonly #options: PadesOptions;
  readonly #now: () => Date;
  readonly #collector: ValidationCollector;
  readonly #timestamper: Timestamper | undefined;
  readonly #failures: ServerFailure[] = [];
  readonly #stored = new Map<string, boolean>();

  constructor(options: PadesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    const send = sendWithinBudget(options.send, REQUESTS_BUDGET_MS);
    this.#collector = new ValidationCollector({ send, now: this.#now });
    if (reaches(options.level, 'B-T'))
      this.#timestamper = createTimestamper({
        ...options,
        send,
        now: this.#now,
        onFailures: (failures) => this.#failures.push(...failures),
      });
  }

  /** For the size and certificates of the final timestamp. */
  async rehearse(): Promise<Timestamp | undefined> {
    return this.#timestamper?.rehearse();
  }

  async stamp(bytes: Uint8Array): Promise<Timestamp | undefined> {
    return this.#timestamper?.stamp(bytes);
  }

  async stampDigest(digest: Uint8Array): Promise<Timestamp | undefined> {
    return this.#timestamper?.stampDigest(digest);
  }

  wantsDocumentTimestamp({ level }: SealReport): boolean {
    return level === 'B-LT' && reaches(this.#options.level, 'B-LTA');
  }

  /**
   * If the level needs it. Returns whether something was added. Throws `certificate_unusable` for a revoked
   * signer and `validation_data_unavailable` if the level is required.
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

  /** B-LT at most. Throws `validation_data_unavailable` if the level is less than required. */
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
