import type { FileVerification } from '@countersign/signing';
import { useCallback, useRef, useState } from 'preact/hooks';
import { WebError } from '../../errors.ts';
import type { VerificationClient } from './session/verification-client.ts';

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

/** Of the service, or a key. */
export function failureOf(error: unknown): { readonly message: string } | 'unreachable' | 'unexpected' {
  if (!(error instanceof WebError)) return 'unexpected';
  if (error.code === 'request_refused') return { message: error.message };
  return error.code === 'service_unreachable' ? 'unreachable' : 'unexpected';
}
