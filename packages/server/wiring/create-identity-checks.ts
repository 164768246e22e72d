import { createSandboxFaceCheck } from '@countersign/adapters/face-check';
import { createIdScanner, type OwnIdScanner } from '@countersign/adapters/id-scan';
import {
  createOnfidoClient,
  createOnfidoFaceCheck,
  createOnfidoIdScan,
  type OnfidoClient,
} from '@countersign/adapters/onfido';
import type { ReadinessWarning } from '@countersign/api';
import type { FaceCheckProvider, IdScanner } from '@countersign/signing';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { listAtMostEveryMinute, warnOfProviders } from './provider-warnings.ts';

interface IdentityChecks {
  /** Null: not configured. */
  readonly idScanner: IdScanner | null;
  readonly faceCheck: FaceCheckProvider | null;
  /** Null without a provider that reports. */
  readonly events: OnfidoClient | null;
  listWarnings(): Promise<readonly ReadinessWarning[]>;
  close(): Promise<void>;
}

export function createIdentityChecks(config: Config, logger: Logger): IdentityChecks {
  const onfido = config.onfido === undefined ? null : createOnfidoClient(config.onfido);
  const reader = config.idScan === undefined ? null : createIdScanner();
  const check = {
    provider: onfido,
    code: 'onfido_unavailable',
    message: 'Onfido does not respond or refuses the service; signees can try again later',
  };
  return {
    idScanner: reader && pickScanner(config, reader, onfido),
    faceCheck: pickFaceCheck(config, onfido),
    events: onfido,
    listWarnings: listAtMostEveryMinute(() => warnOfProviders([check], logger)),
    async close() {
      await Promise.all([reader?.close(), onfido?.close()]);
    },
  };
}

/** The built-in reader also cuts out what Onfido's pages photographed. */
function pickScanner({ idScan }: Config, reader: OwnIdScanner, onfido: OnfidoClient | null): IdScanner {
  if (idScan?.provider !== 'onfido' || onfido === null) return reader;
  return createOnfidoIdScan(onfido, { workflowId: idScan.workflowId, cutOut: reader.cutOut });
}

function pickFaceCheck({ faceCheck }: Config, onfido: OnfidoClient | null): FaceCheckProvider | null {
  if (faceCheck?.provider === 'sandbox') return createSandboxFaceCheck();
  return faceCheck === undefined || onfido === null ? null : createOnfidoFaceCheck(onfido, faceCheck);
}
