import type { RemoteKey } from '@countersign/seal';

export interface SignerWarning {
  readonly code: 'seal_signer_failed';
  readonly message: string;
}

/** Those whose last attempt failed, by index only: readiness is public, and the log has the addresses. */
export function watchSigners(keys: readonly RemoteKey[]): {
  readonly keys: readonly RemoteKey[];
  warnings(): readonly SignerWarning[];
} {
  const failed = new Set<number>();
  return {
    keys: keys.map((key, index) => ({
      name: key.name,
      signDigest: async (request) => {
        try {
          const signature = await key.signDigest(request);
          failed.delete(index);
          return signature;
        } catch (error) {
          failed.add(index);
          throw error;
        }
      },
    })),
    warnings: () => [...failed].sort((a, b) => a - b).map((index) => describe(index + 1, keys.length)),
  };
}

function describe(place: number, count: number): SignerWarning {
  const message = `Signer ${place} of ${count} failed when it was last asked for a seal; the log tells which it is and why`;
  return { code: 'seal_signer_failed', message };
}
