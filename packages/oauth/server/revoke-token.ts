import { OAuthError, refuseRepeated, requireParameters } from '../errors.ts';
import { recordGrant } from '../grants/record-grant.ts';
import {
  type AuthorizationDeps,
  findDocumentClient,
  omitEmpty,
  pickParameters,
  sendToLibrary,
  transactIf,
} from './deps.ts';
import { LIBRARY_PATHS } from './library.ts';
import { type ClientRequest, refuseWrongCredentials } from './request-token.ts';
import type { RunningRequest } from './running-request.ts';

/** A refresh token ends its grant. Throws `invalid_grant` [4.2-28], unlike RFC 7009. */
export async function revokeToken(
  deps: AuthorizationDeps,
  { form: given, authorization }: ClientRequest,
): Promise<void> {
  const form = omitEmpty(given);
  refuseWrongCredentials({ form, authorization });
  refuseRepeated(form);
  requireParameters(form, ['token']);
  const running: RunningRequest = { ...(await findDocumentClient(deps, form.get('client_id'))) };
  const refusal = await transactIf<OAuthError | null>(deps, async (stores) => {
    const { refusal: refused } = await sendToLibrary(deps, running, {
      method: 'POST',
      path: LIBRARY_PATHS.revocation,
      form: pickParameters(form, ['token', 'token_type_hint', 'client_id']),
      ...(authorization === undefined ? {} : { authorization }),
    });
    if (running.hasRevoked === true) {
      if (running.endedGrant) await recordGrant(deps, stores, running.endedGrant, 'grant.ended');
      return { keep: true, result: null };
    }
    return { keep: false, result: refused ?? new OAuthError('invalid_grant') };
  });
  if (refusal !== null) throw refusal;
}
