import { z } from 'zod';
import { templateConfiguration } from '../configuration/configuration.ts';
import type { Immutable } from '../immutable.ts';
import { savedState } from '../saved/saved-configuration.ts';

/** A document to be sent again and again. It never expires. */
export const templateState = savedState(templateConfiguration, {
  /** Whose file it is: that of the template which this is a copy of may be a colleague's. */
  fileOwnerId: z.string(),
});

export type Template = Immutable<z.infer<typeof templateState>>;
