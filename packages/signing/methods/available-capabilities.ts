import type { Capability } from '@countersign/identity';
import { SIGNATURE_METHODS, type SignatureProvider } from './methods.ts';

/** Returns the account's capabilities, without those of methods that have no provider. */
export function availableCapabilities(
  capabilities: readonly Capability[],
  configured: readonly SignatureProvider[],
): readonly Capability[] {
  return capabilities.filter((capability) =>
    SIGNATURE_METHODS.every(
      (method) =>
        method.capability !== capability || method.provider === null || configured.includes(method.provider),
    ),
  );
}
