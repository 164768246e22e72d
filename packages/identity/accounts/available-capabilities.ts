import { type Account, type Capability, PROVIDED_CAPABILITIES } from './account.ts';

/** Without those whose provider is not configured [D8-13]. */
export function availableCapabilities(
  { capabilities }: Pick<Account, 'capabilities'>,
  providers: ReadonlySet<Capability>,
): readonly Capability[] {
  const provided: readonly Capability[] = PROVIDED_CAPABILITIES;
  return capabilities.filter((name) => !provided.includes(name) || providers.has(name));
}
