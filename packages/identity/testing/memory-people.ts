import type { PersonStore } from '../ports.ts';
import type { IdentityTables } from './identity-tables.ts';
import { findRow, insertRow, replaceRow } from './memory-rows.ts';

export function memoryPersonStore(tables: () => IdentityTables): PersonStore {
  const find = async (personId: string) => findRow(tables().people, (person) => person.personId === personId);
  const findByEmail = async (emailAddress: string) =>
    findRow(tables().people, (person) => person.emailAddress.toLowerCase() === emailAddress.toLowerCase());
  return {
    find,
    lock: find,
    findByEmail,
    insert: async (person) => {
      if ((await findByEmail(person.emailAddress)) !== null) throw new Error('a person has this address');
      insertRow(tables().people, person, 'personId');
    },
    update: async (person) => replaceRow(tables().people, person, 'personId'),
    findPasswordReset: async (tokenHash) =>
      findRow(tables().passwordResets, (reset) => reset.tokenHash === tokenHash),
    insertPasswordReset: async (reset) => insertRow(tables().passwordResets, reset, 'tokenHash'),
    removePasswordResets: async (personId) => {
      tables().passwordResets = tables().passwordResets.filter((reset) => reset.personId !== personId);
    },
    countRecoveryCodes: async (personId) =>
      tables().recoveryCodes.filter((code) => code.personId === personId).length,
    replaceRecoveryCodes: async (personId, codeHashes) => {
      const others = tables().recoveryCodes.filter((code) => code.personId !== personId);
      tables().recoveryCodes = [...others, ...codeHashes.map((codeHash) => ({ personId, codeHash }))];
    },
    takeRecoveryCode: async (personId, codeHash) => {
      const { recoveryCodes } = tables();
      const index = recoveryCodes.findIndex(
        (code) => code.personId === personId && code.codeHash === codeHash,
      );
      if (index >= 0) recoveryCodes.splice(index, 1);
      return index >= 0;
    },
    listPasskeys: async (personId) =>
      structuredClone(tables().passkeys.filter((passkey) => passkey.personId === personId)),
    findPasskeyByCredential: async (credentialId) =>
      findRow(tables().passkeys, (passkey) => passkey.credentialId === credentialId),
    insertPasskey: async (passkey) => insertRow(tables().passkeys, passkey, 'credentialId'),
    updatePasskey: async (passkey) => replaceRow(tables().passkeys, passkey, 'passkeyId'),
    removePasskey: async (passkeyId) => {
      tables().passkeys = tables().passkeys.filter((passkey) => passkey.passkeyId !== passkeyId);
    },
    insertPasskeyChallenge: async (challenge) =>
      insertRow(tables().passkeyChallenges, challenge, 'challengeHash'),
    takePasskeyChallenge: async (challengeHash) => {
      const isTaken = (challenge: { readonly challengeHash: string }) =>
        challenge.challengeHash === challengeHash;
      const found = findRow(tables().passkeyChallenges, isTaken);
      tables().passkeyChallenges = tables().passkeyChallenges.filter((challenge) => !isTaken(challenge));
      return found;
    },
    removeExpired: async (now) => {
      const { passwordResets, passkeyChallenges } = tables();
      const isKept = ({ expiresAt }: { readonly expiresAt: Date }) => expiresAt > now;
      tables().passwordResets = passwordResets.filter(isKept);
      tables().passkeyChallenges = passkeyChallenges.filter(isKept);
      const before = passwordResets.length + passkeyChallenges.length;
      return before - tables().passwordResets.length - tables().passkeyChallenges.length;
    },
  };
}
