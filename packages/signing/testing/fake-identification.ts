import type {
  ElectronicIdOrder,
  ElectronicIdOutcome,
  ElectronicIdProvider,
  ElectronicIdRequest,
} from '../ports/electronic-id.ts';
import type { Company, CompanyRegister } from '../ports/providers.ts';
import { TEST_COMPANIES } from './test-companies.ts';

/** A test sets the answers. */
export class FakeElectronicId implements ElectronicIdProvider {
  readonly name = 'BankID';
  readonly isSandbox = false;
  readonly devices = ['this', 'other'] as const;
  readonly opensReturnUrl = true;
  readonly requests: ElectronicIdRequest[] = [];
  cancelled = 0;
  checks = 0;
  /** An error is thrown. */
  answer: ElectronicIdOutcome | Error = { kind: 'pending', message: 'rfa1' };
  /** By the next start. */
  refusal: Error | null = null;

  complete(personalNumber = '191212121212', fullName = 'Tolvan Tolvansson'): void {
    const identity = { personalNumber, fullName, signature: 'PHhtbC8+', certificateStatus: 'c3RhdHVz' };
    this.answer = { kind: 'complete', identity };
  }

  async start(request: ElectronicIdRequest): Promise<ElectronicIdOrder> {
    const { refusal } = this;
    this.refusal = null;
    if (refusal !== null) throw refusal;
    this.requests.push(request);
    return {
      startedAt: new Date(0).toISOString(),
      request,
      secrets: { order: String(this.requests.length) },
    };
  }

  prompt({ request }: ElectronicIdOrder, now: Date) {
    const isHere = request.device === 'this';
    return {
      qrCode: isHere ? null : `qr ${now.getTime()}`,
      launchUrl: isHere ? 'bankid:///' : null,
      asksForIdentity: false,
      redirectState: null,
      message: isHere ? ('rfa13' as const) : ('rfa1' as const),
    };
  }

  async check(): Promise<ElectronicIdOutcome> {
    this.checks++;
    if (this.answer instanceof Error) throw this.answer;
    return this.answer;
  }

  async cancel(): Promise<void> {
    this.cancelled++;
  }

  async checkHealth(): Promise<void> {
    if (this.answer instanceof Error) throw this.answer;
  }

  async close(): Promise<void> {
    this.answer = { kind: 'pending', message: 'rfa1' };
  }
}

export class FakeCompanyRegister implements CompanyRegister {
  readonly name = 'Bolagsverket';
  readonly isSandbox = false;
  /** Thrown while it is set. */
  outage: Error | null = null;

  async find(organisationNumber: string): Promise<Company | null> {
    if (this.outage !== null) throw this.outage;
    return TEST_COMPANIES.find((company) => company.organisationNumber === organisationNumber) ?? null;
  }

  async checkHealth(): Promise<void> {
    if (this.outage !== null) throw this.outage;
  }

  async close(): Promise<void> {
    this.outage = null;
  }
}
