/** [2.10-09] [2.10-10]; registers know more. */
export const COMPANY_ROLES = ['beneficial_owner', 'board_member'] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

export interface CompanyPerson {
  /** Twelve digits. */
  readonly personalNumber: string;
  readonly roles: readonly CompanyRole[];
}

export interface Company {
  /** Ten digits. */
  readonly organisationNumber: string;
  readonly name: string;
  /** Empty if the register has none. */
  readonly addressLine1: string;
  readonly zipCode: string;
  readonly city: string;
  /** False if it was struck off. */
  readonly isRegistered: boolean;
  /** Those with a role of `COMPANY_ROLES` and a personal number. */
  readonly people: readonly CompanyPerson[];
}

export interface CompanyRegister {
  /** In evidence: `Bolagsverket`. */
  readonly name: string;
  /** The page says so. Refused in production. */
  readonly isSandbox: boolean;
  /** Null if unknown. Rejects with `CompanyRegisterUnavailable` if another try may succeed. */
  find(organisationNumber: string): Promise<Company | null>;
  /** Rejects unless the register accepts the service. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

export class CompanyRegisterUnavailable extends Error {
  constructor(cause: unknown) {
    super('the company register is not available', { cause });
    this.name = 'CompanyRegisterUnavailable';
  }
}
