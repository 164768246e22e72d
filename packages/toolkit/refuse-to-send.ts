import { ToolkitError } from './errors.ts';

/** The way out of a toolkit that was given none. */
export async function refuseToSend(): Promise<never> {
  throw new ToolkitError('no_network', 'the toolkit was made without a way to the network: give it `send`');
}
