import type { StripeOptions } from '@countersign/adapters/payments';
import { z } from 'zod';
import { providerApi } from './provider-url.ts';
import { requireSetting } from './required-setting.ts';

export const PAYMENT_SETTINGS = {
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API: providerApi.optional(),
};

/** Throws `setting_invalid` without the secret of its events. */
export function readStripe(
  settings: z.output<z.ZodObject<typeof PAYMENT_SETTINGS>>,
): StripeOptions | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API: api } = settings;
  if (secretKey === undefined) return undefined;
  const webhookSecret = requireSetting(settings, 'STRIPE_WEBHOOK_SECRET', 'with STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret, ...(api !== undefined && { api }) };
}
