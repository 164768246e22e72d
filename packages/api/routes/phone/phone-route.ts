import { LANGUAGES } from '@countersign/signing';
import { z } from 'zod';
import { proofView } from '../../schemas/proof.ts';

/** Nothing of the document. */
export const phoneView = z.object({ language: z.enum(LANGUAGES), proof: proofView });
