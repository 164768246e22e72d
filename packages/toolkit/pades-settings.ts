import type { PadesLevel } from '@countersign/seal/levels';

/**
 * Which level a seal gets and whom to ask for it, as plain data that travels to a thread. The network stays where it is:
 * see `send` of the toolkit's options.
 */
export interface PadesSettings {
  readonly level: PadesLevel;
  /** `required`: no file is sealed below the level. `preferred`: it is, and the report says so. */
  readonly demand: 'required' | 'preferred';
  /** http or https addresses of timestamp authorities (RFC 3161), in the order in which they are tried. */
  readonly authorities: readonly { readonly url: string }[];
}
