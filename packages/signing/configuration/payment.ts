import { z } from 'zod';
import { line } from './text.ts';

/** Not in the specification: 999,999.99 of most currencies. */
const MAX_AMOUNT = 99_999_999;
const MAX_DESCRIPTION_LENGTH = 250;

export const payment = z
  .object({
    amount: z.int().min(1).max(MAX_AMOUNT).meta({
      description: 'In the smallest unit of the currency by ISO 4217: 12000 is 120.00 SEK, and 12000 ISK.',
    }),
    currency: z
      .stringFormat('currency', /^[a-z]{3}$/)
      .meta({ description: 'ISO 4217, in lower case: `sek`.' }),
    description: line({ min: 0, max: MAX_DESCRIPTION_LENGTH }).optional().meta({
      description: 'Shown where the signee pays; the name of the document if not given.',
    }),
  })
  .meta({ id: 'Payment', description: 'Paid before signing. Needs the capability `payments`.' });

/** The limits of requests do not apply. */
export const storedPayment = z.object({
  amount: z.number(),
  currency: z.string(),
  description: z.exactOptional(z.string()),
});
