import { DAY_MS } from '@countersign/base/time';
import type { RemoteKey, Validity } from '@countersign/seal';
import type { Logger } from 'pino';

/** The specification has no such limit. A month is enough, since issuing a certificate takes days. */
const WARNING_DAYS = 30;

export interface CertificateWarning {
  readonly code: 'seal_certificate_expires' | 'seal_certificate_expired';
  readonly message: string;
}

/** An expired certificate seals no documents. */
export function warnOfExpiry({ notAfter }: Validity, now: Date): CertificateWarning | undefined {
  const leftMs = notAfter.getTime() - now.getTime();
  if (leftMs > WARNING_DAYS * DAY_MS) return undefined;
  const date = notAfter.toISOString();
  if (leftMs < 0) {
    const message = `The certificate that seals expired on ${date}: no document can be completed`;
    return { code: 'seal_certificate_expired', message };
  }
  const days = Math.floor(leftMs / DAY_MS);
  const message = `The certificate that seals expires on ${date}, in ${days} days: no document can be completed then`;
  return { code: 'seal_certificate_expires', message };
}

/**
 * Warns now and every day, and returns a function that stops. Certificates are renewed, so `validity` is called each
 * time.
 */
export function watchCertificate(
  validity: () => Validity | undefined,
  now: () => Date,
  logger: Logger,
): () => void {
  const log = () => {
    const known = validity();
    const warning = known && warnOfExpiry(known, now());
    if (warning?.code === 'seal_certificate_expired') logger.error({ code: warning.code }, warning.message);
    else if (warning) logger.warn({ code: warning.code }, warning.message);
  };
  log();
  const timer = setInterval(log, DAY_MS).unref();
  return () => clearInterval(timer);
}

export interface SignerWarning {
  readonly code: 'seal_signer_failed';
  readonly message: string;
}

/** Lists the signers whose last attempt failed, by index only: readiness is public, and the log has the addresses. */
export function watchSigners(keys: readonly RemoteKey[]): {
  readonly keys: readonly RemoteKey[];
  warnings(): readonly SignerWarning[];
} {
  const failed = new Set<number>();
  return {
    keys: keys.map((key, index) => ({
      name: key.name,
      signDigest: async (request) => {
        try {
          const signature = await key.signDigest(request);
          failed.delete(index);
          return signature;
        } catch (error) {
          failed.add(index);
          throw error;
        }
      },
    })),
    warnings: () => [...failed].sort((a, b) => a - b).map((index) => describe(index + 1, keys.length)),
  };
}

function describe(place: number, count: number): SignerWarning {
  const message = `Signer ${place} of ${count} failed when it was last asked for a seal; the log tells which it is and why`;
  return { code: 'seal_signer_failed', message };
}
