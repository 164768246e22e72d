import type { Readable } from 'node:stream';
import { MAX_LOGO_BYTES } from '@countersign/identity';
import { z } from 'zod';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { receiveUpload } from '../../request/receive-upload.ts';
import { defineRoute } from '../../route.ts';
import { account, presentAccount } from '../../schemas/account.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings, warnOfUnknownMembers } from '../../schemas/warning.ts';

const form = z.object({ errorLanguage });

export const setLogo = defineRoute({
  method: 'POST',
  path: '/v1/account/logo',
  source: 'ours',
  scope: 'write',
  summary: 'Replace the logo by a PNG or JPEG of at most 1 MB, as an owner or admin',
  status: 200,
  heldBytes: MAX_LOGO_BYTES + 1,
  schemas: { form, answer: account.extend({ warnings }) },
  errors: ['file_missing', 'logo_refused', 'role_missing', 'api_key_required'],
  async handler({ deps, caller, request }) {
    refuseOtherPrograms(request);
    const { answer, unknownParts } = await receiveUpload(request, form, async (content) =>
      deps.identity.accounts.setLogo(caller, await readUpTo(content, MAX_LOGO_BYTES + 1)),
    );
    return {
      ...presentAccount(answer, deps.settings.baseUrl),
      warnings: [...warnOfUnknownMembers(unknownParts)],
    };
  },
});

async function readUpTo(content: Readable, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(chunks);
}
