import type { RemoteKey } from '@countersign/seal';

/** What an operator has to look at although the service works. */
export interface SignerWarning {
  readonly code: 'seal_signer_failed';
  readonly message: string;
}

/** The same keys, and which of them failed when they were last asked: readiness tells of them until they sign again. */
export function watchSigners(keys: readonly RemoteKey[]): {
  readonly keys: readonly RemoteKey[];
  warnings(): readonly SignerWarning[];
} {
  const failures = new Map<string, string>();
  return {
    keys: keys.map((key) => ({
      name: key.name,
      signDigest: async (request) => {
        try {
          const signature = await key.signDigest(request);
          failures.delete(key.name);
          return signature;
        } catch (error) {
          failures.set(key.name, error instanceof Error ? error.message : String(error));
          throw error;
        }
      },
    })),
    warnings: () => [...failures].map(([name, reason]) => describe(name, reason)),
  };
}

function describe(name: string, reason: string): SignerWarning {
  const message = `The signer ${name} failed when it was last asked for a seal: ${reason}`;
  return { code: 'seal_signer_failed', message };
}
