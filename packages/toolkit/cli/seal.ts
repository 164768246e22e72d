import type { SealReport } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';
import { nameUnsetPassphrase } from './signer-option.ts';

/** Without a key; --development-certificate suppresses it. */
const FOR_TRYING_OUT = [
  'WARNING: sealed with a certificate made for this one run. It is for trying out: it proves nothing about who sealed, and no',
  'reader trusts it. Give --p12, or --certificate and --key; --development-certificate seals so without this warning.',
].join('\n');

export const runSeal: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const reason = String(call.values.reason);
    const request = { reason, signedAt: new Date().toISOString() };
    const report = await nameUnsetPassphrase(call.signer, () => call.toolkit.seal(input, call.out, request));
    const developmentCertificate = call.signer?.kind === 'development';
    if (developmentCertificate && call.values['development-certificate'] !== true)
      call.print.problem(FOR_TRYING_OUT);
    return {
      json: { file, output: call.out, developmentCertificate, ...report },
      text: describe(call.out, report),
    };
  });

function describe(output: string, { size, sha256, seal, drawnAnnotations }: SealReport): string {
  const stated = seal.timestamp ? [`  timestamp: ${seal.timestamp.time} by ${seal.timestamp.authority}`] : [];
  const drawn = drawnAnnotations > 0 ? [`  drawn, since they had no appearance: ${drawnAnnotations}`] : [];
  const failed = seal.failures.map(
    ({ authority, message }) => `  nothing usable from ${authority}: ${message}`,
  );
  return [
    `${output}: sealed at level ${seal.level}, ${size} bytes, sha256 ${sha256}`,
    ...stated,
    ...drawn,
    ...failed,
  ].join('\n');
}
