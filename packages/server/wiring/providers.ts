import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createBolagsverketRegister, openFileRegister } from '@countersign/adapters/company-register';
import { createBankIdProvider } from '@countersign/adapters/e-id/bankid-provider';
import { createBrokerProvider } from '@countersign/adapters/e-id/broker-provider';
import { createOnfidoFaceCheck, createOnfidoIdScan } from '@countersign/adapters/onfido/onfido';
import { createOnfidoClient, type OnfidoClient } from '@countersign/adapters/onfido/onfido-client';
import {
  createSandboxElectronicId,
  createSandboxFaceCheck,
  createSandboxPayments,
} from '@countersign/adapters/sandbox';
import { createStripePayments, type StripePayments } from '@countersign/adapters/stripe';
import type { ReadinessWarning } from '@countersign/api';
import { createIdScanner, type OwnIdScanner } from '@countersign/id-scan';
import type {
  CompanyRegister,
  ElectronicIdProvider,
  FaceCheckProvider,
  IdScanner,
  PaymentProvider,
} from '@countersign/signing';
import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import type { CompanyRegisterSettings, ElectronicIdSettings } from '../settings/identification.ts';
import { StartError } from '../settings/values.ts';
import { listAtMostEveryMinute, warnOfProviders } from './readiness.ts';

export interface IdentificationProviders {
  /** Null means that e-ID is not offered. */
  readonly electronicId: ElectronicIdProvider | null;
  readonly companyRegister: CompanyRegister | null;
  /** Asks the providers once a minute. */
  listWarnings(): Promise<readonly ReadinessWarning[]>;
  close(): Promise<void>;
}

/** Throws `setting_invalid`. */
export function createIdentification(config: Config, logger: Logger): IdentificationProviders {
  const electronicId =
    config.electronicId === undefined
      ? null
      : createElectronicId(config.electronicId, config.baseUrl, logger);
  const companyRegister =
    config.companyRegister === undefined ? null : createRegister(config.companyRegister);
  return {
    electronicId,
    companyRegister,
    listWarnings: listAtMostEveryMinute(() => checkProviders(electronicId, companyRegister, logger)),
    close: async () => void (await Promise.all([electronicId?.close(), companyRegister?.close()])),
  };
}

function createElectronicId(
  settings: ElectronicIdSettings,
  baseUrl: string,
  logger: Logger,
): ElectronicIdProvider {
  const onFault = (fault: string) => logger.warn({ code: 'e_id_refused', fault }, 'identification refused');
  switch (settings.provider) {
    case 'sandbox':
      return createSandboxElectronicId();
    case 'bankid':
      return createBankIdProvider({
        url: settings.url,
        identity: { p12: readFileSync(settings.p12Path), passphrase: settings.passphrase },
        serverAuthority: readFileSync(settings.serverAuthorityPath, 'utf8'),
        issuers: readCertificates(settings.issuersPath),
        maxRisk: settings.maxRisk,
        onFault,
      });
    case 'oidc':
      return createBrokerProvider({
        ...settings,
        redirectUrl: `${baseUrl}/e-id/callback`,
        // Plain http is allowed on this machine only.
        allowHttp: settings.issuer.startsWith('http:'),
        onFault,
      });
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

function readCertificates(path: string): readonly X509Certificate[] {
  const found = readFileSync(path, 'utf8').match(CERTIFICATE) ?? [];
  if (found.length === 0) throw new StartError('setting_invalid', 'BANKID_ISSUERS: has no certificates');
  return found.map((pem) => new X509Certificate(pem));
}

function createRegister(settings: CompanyRegisterSettings): CompanyRegister {
  return settings.register === 'file'
    ? openFileRegister(settings.path)
    : createBolagsverketRegister(settings);
}

async function checkProviders(
  electronicId: ElectronicIdProvider | null,
  companyRegister: CompanyRegister | null,
  logger: Logger,
): Promise<readonly ReadinessWarning[]> {
  const checks = [
    {
      provider: electronicId,
      code: 'e_id_unavailable',
      message: 'The e-ID provider does not respond or refuses the service; signees can try again later',
    },
    {
      provider: companyRegister,
      code: 'company_register_unavailable',
      message: 'The company register does not respond or refuses the service; signees can try again later',
    },
  ];
  return warnOfProviders(checks, logger);
}

interface IdentityChecks {
  /** Null means that no scanner is configured. */
  readonly idScanner: IdScanner | null;
  readonly faceCheck: FaceCheckProvider | null;
  /** Null means that no provider reports. */
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

interface Payments {
  readonly provider: PaymentProvider;
  readonly events?: StripePayments;
}

/** Without Stripe, development has the sandbox. */
export function createPayments({ stripe, nodeEnv }: Config): Payments | null {
  if (stripe !== undefined) {
    const events = createStripePayments(stripe);
    return { provider: events, events };
  }
  return nodeEnv === 'production' ? null : { provider: createSandboxPayments() };
}
