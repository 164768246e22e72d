import { type VerifyText, verifyText } from '@countersign/i18n';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export const VerifyContext = createContext<VerifyText>(verifyText('en'));

export function useVerifyText(): VerifyText {
  return useContext(VerifyContext);
}
