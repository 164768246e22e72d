import type { StripeOptions } from '@countersign/adapters/payments';
import { z } from 'zod';
import { StartError } from './errors.ts';
import { providerUrl } from './provider-url.ts';

export const PAYMENT_SETTINGS = {
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API: providerUrl.optional(),
};

/** Throws `setting_invalid` without the secret of its events. */
export function readStripe(
  settings: z.output<z.ZodObject<typeof PAYMENT_SETTINGS>>,
): StripeOptions | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API: api = '',
  } = settings;
  if (secretKey === undefined) return undefined;
  if (webhookSecret === undefined)
    throw new StartError('setting_invalid', 'STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret, ...(api === '' ? {} : { api: api.replace(/\/+$/, '') }) };
}
