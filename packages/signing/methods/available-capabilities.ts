import type { Capability } from '@countersign/identity';
import { SIGNATURE_METHODS, type SignatureProvider } from './methods.ts';

/** The assistant has no provider yet. */
const UNAVAILABLE: readonly Capability[] = ['aiAssistant'];

/** Returns the account's capabilities, without those that have no provider. */
export function availableCapabilities(
  capabilities: readonly Capability[],
  configured: readonly SignatureProvider[],
): readonly Capability[] {
  return capabilities.filter(
    (capability) =>
      !UNAVAILABLE.includes(capability) &&
      SIGNATURE_METHODS.every(
        (method) =>
          method.capability !== capability ||
          method.provider === null ||
          configured.includes(method.provider),
      ),
  );
}
