import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type AddressPolicy, isAllowedAddress } from './allowed-address.ts';
import { refuse } from './check-url.ts';

export type ResolveName = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Checks the addresses that are used, against DNS rebinding. One forbidden address refuses the name. */
export function createCheckedLookup(
  policy: AddressPolicy,
  resolve: ResolveName = resolveName,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(address, policy)))
        return callback(refuse(hostname, 'resolves to an address that is not public', policy), []);
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses as [LookupAddress];
      callback(null, first.address, first.family);
    });
  };
}
