import { Readable } from 'node:stream';
import { SigningError } from '@countersign/signing';
import { z } from 'zod';
import { DOWNLOAD_LIFETIME_MS } from '../downloads.ts';
import { writeArchive } from '../export/account-archive.ts';
import { refuseOtherPrograms } from '../request/authenticate.ts';
import { readBrowser } from '../request/client.ts';
import { defineRoute } from '../route.ts';
import { account, presentAccount } from '../schemas/account.ts';
import { timestamp, warnings } from '../schemas/parts.ts';
import { attachmentDisposition } from '../send-file.ts';
import { forbidCaching } from '../send-page.ts';

const closeAccount = defineRoute({
  method: 'POST',
  path: '/v1/account/close',
  source: 'ours',
  scope: 'session',
  summary: 'Close the account, as an owner: access ends at once, and it is removed after 30 days',
  status: 200,
  hidden: true,
  schemas: {
    body: z.object({
      currentPassword: z
        .string()
        .default('')
        .meta({ description: 'Of the user; required unless the user came by single sign-on.' }),
      accountName: z.string().meta({ description: 'The name of the account, typed by the owner.' }),
    }),
    answer: account,
  },
  errors: ['role_missing', 'password_wrong', 'sign_in_again', 'too_many_attempts'],
  async handler({ deps, caller, body, request }) {
    const { baseUrl } = deps.settings;
    const closed = await deps.identity.accounts.close(caller, body, readBrowser(request, baseUrl));
    return presentAccount(closed, baseUrl);
  },
});

const reopenAccount = defineRoute({
  method: 'POST',
  path: '/v1/account/reopen',
  source: 'ours',
  scope: 'session',
  summary: 'Reopen a closed account within 30 days, as an owner',
  status: 200,
  hidden: true,
  servesClosedAccounts: true,
  schemas: { answer: account },
  errors: ['role_missing', 'account_suspended', 'account_not_reopenable'],
  handler: async ({ deps, caller }) =>
    presentAccount(await deps.identity.accounts.reopen(caller), deps.settings.baseUrl),
});

const exportAccount = defineRoute({
  method: 'POST',
  path: '/v1/account/export',
  source: 'ours',
  scope: 'read',
  summary: 'Make an address, valid for 10 minutes, of a ZIP file with everything of the account, as an owner',
  status: 200,
  schemas: {
    body: z.object({
      currentPassword: z
        .string()
        .default('')
        .meta({ description: 'Of the user; required in a browser, unless the user came by single sign-on.' }),
    }),
    answer: z.object({ downloadUrl: z.string(), expiresAt: timestamp, warnings }),
  },
  errors: [
    'role_missing',
    'api_key_required',
    'account_suspended',
    'account_closed',
    'password_wrong',
    'sign_in_again',
    'too_many_attempts',
  ],
  async handler({ deps, caller, body, request, reply }) {
    refuseOtherPrograms(request);
    forbidCaching(reply);
    const { baseUrl } = deps.settings;
    await deps.identity.accounts.allowExport(caller, body.currentPassword, readBrowser(request, baseUrl));
    const expiresAt = new Date(deps.clock.now().getTime() + DOWNLOAD_LIFETIME_MS);
    return {
      downloadUrl: `${baseUrl}/account-exports/${deps.downloads.issueExport(caller)}`,
      expiresAt: expiresAt.toISOString(),
    };
  },
});

const readAsAWhole = new Set<string>();

/**
 * Begins work that reads all of an account, of which a process does one at a time for each. The returned function ends it.
 * Throws `service_busy`.
 */
export function beginReadingAll(accountId: string): () => void {
  if (readAsAWhole.has(accountId)) throw new SigningError('service_busy');
  readAsAWhole.add(accountId);
  return () => readAsAWhole.delete(accountId);
}

const downloadExport = defineRoute({
  method: 'GET',
  path: '/account-exports/:token',
  source: 'ours',
  scope: 'public',
  summary: 'The export of an account',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ token: z.string() }) },
  errors: ['download_not_found', 'token_invalid', 'role_missing', 'account_suspended', 'account_closed'],
  async handler({ deps, params, reply }) {
    const owner = deps.downloads.openExport(params.token);
    await deps.identity.accounts.confirmExport(owner);
    const { accountId } = owner;
    const end = beginReadingAll(accountId);
    const now = deps.clock.now();
    const content = Readable.from(
      writeArchive({ ...deps, now }, deps.signing.exports.readAccount(accountId)),
      {
        objectMode: false,
      },
    );
    content.once('close', end);
    return reply
      .headers({
        'content-type': 'application/zip',
        'cache-control': 'private, no-store',
        'content-disposition': attachmentDisposition(`countersign-${now.toISOString().slice(0, 10)}.zip`),
      })
      .send(content);
  },
});

export const accountEndRoutes = { closeAccount, reopenAccount, exportAccount, downloadExport };
