import type { Passkey, PasskeyOptions } from '@countersign/identity';
import { z } from 'zod';
import { timestamp } from './text.ts';
import { warnings } from './warning.ts';

const bytes = z.string().max(12_000);

const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};

/** RegistrationResponseJSON (WebAuthn level 3). */
export const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: bytes.optional(),
    transports: z.array(z.string()).max(10).optional(),
    publicKey: bytes.optional(),
    publicKeyAlgorithm: z.int().optional(),
  }),
});

/** AuthenticationResponseJSON (WebAuthn level 3). */
export const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
    attestationObject: bytes.optional(),
  }),
});

export const passkeyOptions = z.object({
  options: z.record(z.string(), z.unknown()).meta({ description: 'WebAuthn level 3, as JSON.' }),
  warnings,
});

export function presentOptions(options: PasskeyOptions): z.input<typeof passkeyOptions> {
  return { options: { ...options } };
}

export const passkey = z.object({
  passkeyId: z.string(),
  name: z.string(),
  isSynced: z.boolean().meta({ description: 'Whether it is copied between devices.' }),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});

export function presentPasskey(found: Passkey): z.input<typeof passkey> {
  const { passkeyId, name, isSynced, createdAt, lastUsedAt } = found;
  return {
    ...{ passkeyId, name, isSynced },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
