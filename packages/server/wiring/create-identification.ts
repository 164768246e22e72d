import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createBolagsverketRegister, openFileRegister } from '@countersign/adapters/company-register';
import {
  createBankIdProvider,
  createBrokerProvider,
  createSandboxElectronicId,
} from '@countersign/adapters/e-id';
import type { ReadinessWarning } from '@countersign/api';
import type { CompanyRegister, ElectronicIdProvider } from '@countersign/signing';
import type { Logger } from 'pino';
import type { CompanyRegisterSettings } from '../company-register-settings.ts';
import type { Config } from '../config.ts';
import type { ElectronicIdSettings } from '../electronic-id-settings.ts';
import { StartError } from '../errors.ts';
import { listAtMostEveryMinute, warnOfProviders } from './provider-warnings.ts';

export interface IdentificationProviders {
  /** Null: not offered. */
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
        // On this machine only.
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
