export { createPasskeyAuthority } from './create-passkey-authority.ts';
