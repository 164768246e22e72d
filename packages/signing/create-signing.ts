import type { Signing, SigningDeps } from './signing.ts';

/** Builds the product over its ports. */
export function createSigning(_deps: SigningDeps): Signing {
  throw new Error('the use-cases follow in the next commits');
}
