import { z } from 'zod';
import { templateConfiguration } from '../configuration/configuration.ts';
import type { Immutable } from '../immutable.ts';
import { savedState } from '../saved/saved-configuration.ts';

/** It never expires. */
export const templateState = savedState(templateConfiguration, {
  /** A copy of a colleague's template uses the colleague's file. */
  fileOwnerId: z.string(),
});

export type Template = Immutable<z.infer<typeof templateState>>;
