import { z } from 'zod';

export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
