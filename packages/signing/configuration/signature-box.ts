import { MAX_SCALE, MIN_SCALE } from '@countersign/seal/box-size';
import { z } from 'zod';
import { MAX_COORDINATE } from './limits.ts';

/** [2.4-21] */
export const DEFAULT_SCALE = 1;

/** Optional, because a template may provide them. */
export const signatureBox = z
  .object({
    page: z.int().min(0).max(MAX_COORDINATE).optional().meta({ description: 'Counted from 0.' }),
    x: z.number().min(0).max(MAX_COORDINATE).optional().meta({
      description: 'Points (1/72 inch) from the left edge of the page, as a reader shows it, to the box.',
    }),
    y: z.number().min(0).max(MAX_COORDINATE).optional().meta({
      description: 'Points from the top edge of the page, as a reader shows it, to the box.',
    }),
    scale: z
      .number()
      .min(MIN_SCALE)
      .max(MAX_SCALE)
      .optional()
      .meta({ description: `Size of the box; ${DEFAULT_SCALE} if not given.` }),
    // Ignored without a warning [2.4-36] [D4-10].
    formFieldId: z.unknown().optional().meta({ deprecated: true }),
  })
  .meta({ id: 'Box' });

export const BOX_POSITION_MEMBERS = ['page', 'x', 'y'] as const;
