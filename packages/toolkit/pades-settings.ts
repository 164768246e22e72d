import type { PadesLevel } from '@countersign/seal/levels';

/** Plain data for threads. The network is `send` of the toolkit's options. */
export interface PadesSettings {
  readonly level: PadesLevel;
  /** `required`: fails below the level. `preferred`: seals and reports the level that was reached. */
  readonly demand: 'required' | 'preferred';
  readonly authorities: readonly { readonly url: string }[];
}
