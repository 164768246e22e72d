import { createHmac } from 'node:crypto';

export interface BankIdQrSecrets {
  readonly qrStartToken: string;
  readonly qrStartSecret: string;
}

/** Whole seconds after its start. The secret stays on the server. */
export function bankIdQrCode({ qrStartToken, qrStartSecret }: BankIdQrSecrets, seconds: number): string {
  const time = String(Math.max(0, Math.floor(seconds)));
  const code = createHmac('sha256', qrStartSecret).update(time).digest('hex');
  return `bankid.${qrStartToken}.${time}.${code}`;
}
