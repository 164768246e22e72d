/** What the triggers ask for [2.10-09] [2.10-10]; registers know more. */
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
  /** False if it was struck off the register. */
  readonly isRegistered: boolean;
  /** Those with a role of `COMPANY_ROLES` and a personal number. */
  readonly people: readonly CompanyPerson[];
}

/** A register of companies and who owns and leads them. */
export interface CompanyRegister {
  /** Shown in evidence: `Bolagsverket`. */
  readonly name: string;
  /** Made-up companies; the page says so. Refused in production. */
  readonly isSandbox: boolean;
  /** Null for an unknown number. Rejects with `CompanyRegisterUnavailable` if another try may succeed. */
  find(organisationNumber: string): Promise<Company | null>;
  /** Rejects if the register cannot be reached or does not accept the service. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

export class CompanyRegisterUnavailable extends Error {
  constructor(cause: unknown) {
    super('the company register is not available', { cause });
    this.name = 'CompanyRegisterUnavailable';
  }
}
