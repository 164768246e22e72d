import type { Language } from '@countersign/base/locale';
import { formatMoment, type VerifyText } from '@countersign/i18n';
import type { FileVerification } from '@countersign/signing';
import { createContext } from 'preact';
import { useCallback, useContext, useRef, useState } from 'preact/hooks';
import { WebError } from '../../errors.ts';
import { notUnderstood, requestJson } from '../requests/request-json.ts';

/** Text that is not a moment stays as it is. */
export function formatMomentOrNull(moment: string | null): string | null {
  if (moment === null) return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : formatMoment(date);
}

/** This is enough for 50 MB over a slow connection, and for verification. */
const REQUEST_TIMEOUT = 300_000;

export interface VerificationClient {
  /** Rejects with `WebError`. Calls are independent. */
  verify(file: Blob, name: string): Promise<FileVerification>;
}

/** Refusals are in `language`. */
export function createVerificationClient(
  pagePath: string,
  language: Language,
  send: typeof fetch,
): VerificationClient {
  return {
    async verify(file, name) {
      const body = new FormData();
      body.append('errorLanguage', language);
      body.append('file', file, name);
      const answer = await requestJson(send, pagePath, { method: 'POST', body, timeout: REQUEST_TIMEOUT });
      if (!isVerification(answer)) throw notUnderstood(200);
      return answer;
    },
  };
}

function isVerification(answer: unknown): answer is FileVerification {
  return typeof answer === 'object' && answer !== null && 'state' in answer && 'signatures' in answer;
}

export const VerifyContext = createContext<VerifyText>((key) => key);

export function useVerifyText(): VerifyText {
  return useContext(VerifyContext);
}

export type VerificationState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking'; readonly fileName: string }
  | { readonly kind: 'done'; readonly fileName: string; readonly verification: FileVerification }
  | { readonly kind: 'failed'; readonly fileName: string; readonly error: unknown };

/** Ignores the result for a replaced file. */
export function useVerification(client: VerificationClient) {
  const [state, setState] = useState<VerificationState>({ kind: 'idle' });
  const current = useRef<File | null>(null);
  const check = useCallback(
    async (file: File) => {
      current.current = file;
      const fileName = file.name;
      setState({ kind: 'checking', fileName });
      const next = await client.verify(file, fileName).then(
        (verification): VerificationState => ({ kind: 'done', fileName, verification }),
        (error: unknown): VerificationState => ({ kind: 'failed', fileName, error }),
      );
      if (current.current === file) setState(next);
    },
    [client],
  );
  return { state, check };
}

/** Returns the message of the service, or a key. */
export function failureOf(error: unknown): { readonly message: string } | 'unreachable' | 'unexpected' {
  if (!(error instanceof WebError)) return 'unexpected';
  if (error.code === 'request_refused') return { message: error.message };
  return error.code === 'service_unreachable' ? 'unreachable' : 'unexpected';
}
