import { ToolkitError } from './errors.ts';

/** Of a toolkit without network. */
export async function refuseToSend(): Promise<never> {
  throw new ToolkitError('no_network', 'the toolkit has no network access: set `send`');
}
