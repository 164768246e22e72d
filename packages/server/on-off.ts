import { z } from 'zod';

export const onOff = z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1');
