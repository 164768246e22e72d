import { errorMessage } from '@countersign/i18n';
import { IdentityError } from '@countersign/identity';
import { SigningError } from '@countersign/signing';
import type { AdminOperator } from './admin-operator.ts';
import { type AdminResult, adminCommands, type OptionValues } from './commands.ts';

export interface AdminRequest {
  readonly command: string;
  readonly values: OptionValues;
}

/** One sentence a line. */
export type AdminAnswer = { readonly result: AdminResult } | { readonly refusal: string };

/** Rejects with what is not a refusal. */
export async function runAdminCommand(operator: AdminOperator, request: AdminRequest): Promise<AdminAnswer> {
  const command = Object.hasOwn(adminCommands, request.command) && adminCommands[request.command];
  if (!command) return { refusal: `unknown command: ${request.command}` };
  try {
    return { result: await command.run(operator, request.values) };
  } catch (error) {
    if (!(error instanceof IdentityError) && !(error instanceof SigningError)) throw error;
    const problems = error.details.length > 0 ? error.details : [error];
    return { refusal: problems.map(({ code, params }) => errorMessage('en', code, params)).join('\n') };
  }
}
