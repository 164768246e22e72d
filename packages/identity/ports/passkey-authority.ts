import type { Passkey, Person } from '../people/person.ts';

/** From the browser (WebAuthn level 3, 5.1.9). */
export type PasskeyResponse = Readonly<Record<string, unknown>>;

/** For the browser (WebAuthn level 3, 5.1.9). */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** For the address of this service. Challenges are base64url. */
export interface PasskeyAuthority {
  createOptions(
    person: Person,
    facts: { readonly fullName: string; readonly challenge: string; readonly known: readonly Passkey[] },
  ): Promise<PasskeyOptions>;
  signInOptions(challenge: string): Promise<PasskeyOptions>;
  /** To be looked up; null if the response is malformed. */
  readChallenge(response: PasskeyResponse): string | null;
  /** Null if the response is not right. */
  verifyNew(
    response: PasskeyResponse,
    challenge: string,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'isSynced'> | null>;
  /** The new sign count; null if the response is not right, or its count shows a copy of the key. */
  verifySignIn(response: PasskeyResponse, challenge: string, passkey: Passkey): Promise<number | null>;
}
