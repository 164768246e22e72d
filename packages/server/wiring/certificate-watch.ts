import type { Validity } from '@countersign/seal';
import type { Logger } from 'pino';

/** A certificate authority takes days to issue the next one; ours: a month leaves room for holidays. */
const WARNING_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What an operator has to look at although the service works. */
export interface CertificateWarning {
  readonly code: 'seal_certificate_expires' | 'seal_certificate_expired';
  readonly message: string;
}

/** In the last 30 days of the certificate and after them: documents are not sealed then. */
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

/** Logs the warning now and every day; answers how to stop. `validity` is asked each time: certificates are renewed. */
export function watchCertificate(
  validity: () => Validity | undefined,
  now: () => Date,
  logger: Logger,
): () => void {
  const tell = () => {
    const known = validity();
    const warning = known && warnOfExpiry(known, now());
    if (warning?.code === 'seal_certificate_expired') logger.error({ code: warning.code }, warning.message);
    else if (warning) logger.warn({ code: warning.code }, warning.message);
  };
  tell();
  const timer = setInterval(tell, DAY_MS).unref();
  return () => clearInterval(timer);
}
