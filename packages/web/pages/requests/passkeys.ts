import type { SessionStep } from './navigation.ts';
import type { PageApi } from './page-api.ts';

/** These are the options of WebAuthn level 3 as JSON. */
interface JsonOptions {
  readonly options: Readonly<Record<string, unknown>>;
}

interface JsonDescriptor {
  readonly id: string;
  readonly type: 'public-key';
  readonly transports?: AuthenticatorTransport[];
}

export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'credentials' in navigator;
}

/** Rejects if the person or the service refuses. */
export async function signInWithPasskey(api: PageApi): Promise<SessionStep> {
  const { options } = await api.post<JsonOptions>('/v1/session/passkey/options');
  const publicKey = readRequestOptions(options);
  const credential = await navigator.credentials.get({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was chosen');
  const { next } = await api.post<{ next: SessionStep }>('/v1/session/passkey', {
    credential: describeUse(credential),
  });
  return next;
}

/** Rejects if the person or the service refuses. */
export async function addPasskey(api: PageApi, currentPassword: string, name: string): Promise<void> {
  const body = { currentPassword };
  const { options } = await api.post<JsonOptions>('/v1/users/me/passkeys/options', body);
  const credential = await navigator.credentials.create({ publicKey: readCreationOptions(options) });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was made');
  await api.post('/v1/users/me/passkeys', { name, credential: describeNew(credential) });
}

function readRequestOptions(options: JsonOptions['options']): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials = [] } = options;
  return {
    ...options,
    challenge: toBytes(String(challenge)),
    allowCredentials: (allowCredentials as JsonDescriptor[]).map(readDescriptor),
  };
}

function readCreationOptions(options: JsonOptions['options']): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials = [] } = options;
  const person = user as { readonly id: string };
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: toBytes(String(challenge)),
    user: { ...(user as PublicKeyCredentialUserEntity), id: toBytes(person.id) },
    excludeCredentials: (excludeCredentials as JsonDescriptor[]).map(readDescriptor),
  };
}

function readDescriptor(descriptor: JsonDescriptor): PublicKeyCredentialDescriptor {
  return { ...descriptor, id: toBytes(descriptor.id) };
}

function describeNew(credential: PublicKeyCredential) {
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...describeCredential(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

function describeUse(credential: PublicKeyCredential) {
  const response = credential.response as AuthenticatorAssertionResponse;
  const { userHandle } = response;
  return {
    ...describeCredential(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      userHandle: userHandle === null ? undefined : toText(userHandle),
    },
  };
}

function describeCredential({ id, rawId, type }: PublicKeyCredential) {
  return { id, rawId: toText(rawId), type, clientExtensionResults: {} };
}

/** The text is base64url. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
