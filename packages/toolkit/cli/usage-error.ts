/** The command was asked for in a way it does not understand: exit code 2, and the usage is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
