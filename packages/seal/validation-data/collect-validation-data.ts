import { X509Certificate } from 'node:crypto';
import { MAX_CERTIFICATE_BYTES, MAX_CERTIFICATES, MAX_CRL_BYTES, MAX_OCSP_BYTES } from '../limits.ts';
import type { NetworkAnswer, NetworkRequest, SendRequest } from '../network.ts';
import {
  fetchResponse,
  findAddresses,
  hasNoCheck,
  type ValidationFailure,
  type ValidationFault,
} from './responses.ts';
import { checkCrl, checkOcsp, createOcspRequest, type IssuedCertificate } from './revocation.ts';
import { isIssuedBy, isRoot } from './signed-by.ts';

/** The data for validating offline, in DER without duplicates. */
export interface ValidationData {
  readonly certificates: readonly Uint8Array[];
  readonly ocsps: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
}

export interface Collected {
  /** The data that was not collected earlier. */
  readonly added: ValidationData;
  /** The chain reaches a root, and every other certificate has a valid status. */
  readonly isComplete: boolean;
  /** The failures are in order, also if another server succeeded. */
  readonly failures: readonly ValidationFailure[];
}

export interface CollectorOptions {
  readonly send: SendRequest;
  readonly now: () => Date;
}

type Request = Omit<NetworkRequest, 'timeoutMs'>;

/** Collects chains, with an OCSP response or else a CRL for every certificate, validly signed and current. */
export class ValidationCollector {
  readonly #options: CollectorOptions;
  readonly #known: X509Certificate[] = [];
  /** The certificates by fingerprint, and whether each is covered; the map grows during iteration. */
  readonly #certificates = new Map<string, X509Certificate>();
  readonly #covered = new Map<string, boolean>();
  readonly #ocsps: Uint8Array[] = [];
  readonly #crls: Uint8Array[] = [];
  #failures: ValidationFailure[] = [];

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** Missing issuers are fetched. Returns server failures instead of rejecting. */
  async collect(leaf: X509Certificate, known: readonly X509Certificate[]): Promise<Collected> {
    this.#known.push(...known);
    const before = [this.#certificates.size, this.#ocsps.length, this.#crls.length] as const;
    const isComplete = await this.#coverAll(leaf);
    const failures = this.#failures;
    this.#failures = [];
    const certificates = [...this.#certificates.values()].map(({ raw }) => new Uint8Array(raw));
    const added = {
      certificates: certificates.slice(before[0]),
      ocsps: this.#ocsps.slice(before[1]),
      crls: this.#crls.slice(before[2]),
    };
    return { added, isComplete, failures };
  }

  async #coverAll(leaf: X509Certificate): Promise<boolean> {
    this.#add(leaf);
    for (const certificate of this.#certificates.values()) {
      if (this.#certificates.size > MAX_CERTIFICATES) {
        const message = `More than ${MAX_CERTIFICATES} certificates`;
        return this.#fail('', { reason: 'too_many_certificates', message });
      }
      const { fingerprint256 } = certificate;
      if (!this.#covered.has(fingerprint256))
        this.#covered.set(fingerprint256, await this.#cover(certificate));
    }
    return [...this.#covered.values()].every((isCovered) => isCovered);
  }

  #add(certificate: X509Certificate): void {
    this.#certificates.set(certificate.fingerprint256, certificate);
  }

  async #cover(certificate: X509Certificate): Promise<boolean> {
    if (isRoot(certificate)) return true;
    const issuer = await this.#findIssuer(certificate);
    if (issuer === undefined) {
      const message = `The issuer of "${certificate.subject}" was not found; add its certificate to the key file`;
      return this.#fail('', { reason: 'issuer_not_found', message });
    }
    this.#add(issuer);
    return hasNoCheck(certificate) || this.#findStatus({ certificate, issuer });
  }

  async #findIssuer(certificate: X509Certificate): Promise<X509Certificate | undefined> {
    const atHand = this.#known.find((candidate) => isIssuedBy(certificate, candidate));
    if (atHand) return atHand;
    for (const url of findAddresses(certificate).issuer) {
      const answer = await this.#fetch({ url, method: 'GET', headers: {}, maxBytes: MAX_CERTIFICATE_BYTES });
      const issuer = answer && parseCertificate(answer.body);
      if (issuer && isIssuedBy(certificate, issuer)) {
        this.#known.push(issuer);
        return issuer;
      }
      if (answer)
        this.#fail(url, {
          reason: 'not_readable',
          message: 'The response is not the certificate of the issuer',
        });
    }
    return undefined;
  }

  async #findStatus(asked: IssuedCertificate): Promise<boolean> {
    const { ocsp, crl } = findAddresses(asked.certificate);
    for (const url of ocsp) if (await this.#askResponder(url, asked)) return true;
    for (const url of crl) if (!this.#wasRevoked() && (await this.#readList(url, asked))) return true;
    if (ocsp.length + crl.length > 0) return false;
    const message = `"${asked.certificate.subject}" names no OCSP responder and no CRL`;
    return this.#fail('', { reason: 'no_address', message });
  }

  /** A CRL may be older than the OCSP response. */
  #wasRevoked(): boolean {
    return this.#failures.some(({ reason }) => reason === 'revoked');
  }

  async #askResponder(url: string, asked: IssuedCertificate): Promise<boolean> {
    const request: Request = {
      url,
      method: 'POST',
      headers: { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' },
      body: await createOcspRequest(asked),
      maxBytes: MAX_OCSP_BYTES,
    };
    const found = await this.#fetchRight(request, (body) => checkOcsp(body, asked, this.#options.now()));
    if (!found) return false;
    if (found.check.responder) this.#add(found.check.responder);
    this.#ocsps.push(found.body);
    return true;
  }

  async #readList(url: string, asked: IssuedCertificate): Promise<boolean> {
    const check = (crl: Uint8Array) => checkCrl(crl, asked, this.#options.now());
    if (this.#crls.some((crl) => check(crl) === undefined)) return true;
    const request: Request = { url, method: 'GET', headers: {}, maxBytes: MAX_CRL_BYTES };
    const found = await this.#fetchRight(request, async (body) => check(body) ?? {});
    if (found) this.#crls.push(found.body);
    return found !== undefined;
  }

  /** An invalid cached response is requested again, bypassing the cache. */
  async #fetchRight<Check extends object>(
    request: Request,
    check: (body: Uint8Array) => Promise<Check | ValidationFault>,
  ): Promise<{ readonly body: Uint8Array; readonly check: Check } | undefined> {
    const answer = await this.#fetch(request);
    if (!answer) return undefined;
    const checked = await check(answer.body);
    if (!('reason' in checked)) return { body: answer.body, check: checked };
    if (answer.isCached) return this.#fetchRight({ ...request, fresh: true }, check);
    this.#fail(request.url, checked);
    return undefined;
  }

  async #fetch(request: Request): Promise<NetworkAnswer | undefined> {
    const answer = await fetchResponse(this.#options.send, request);
    if ('status' in answer) return answer;
    this.#fail(request.url, answer);
    return undefined;
  }

  #fail(authority: string, fault: ValidationFault): false {
    this.#failures.push({ authority, ...fault });
    return false;
  }
}

function parseCertificate(body: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(body);
  } catch {
    // Malformed certificates throw.
    return undefined;
  }
}
