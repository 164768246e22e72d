export { BANKID_PRODUCTION_URL, type BankIdIdentity } from './bankid-client.ts';
export { BANKID_RISKS, type BankIdOptions, createBankIdProvider } from './create-bankid-provider.ts';
export { createBrokerProvider, NAME_CLAIM, PERSONAL_NUMBER_CLAIM } from './create-broker-provider.ts';
export { createSandboxElectronicId } from './create-sandbox-provider.ts';
