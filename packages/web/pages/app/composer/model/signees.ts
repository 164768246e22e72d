import type { ComposedSignee, Composition } from './composition.ts';
import { newSignee } from './composition.ts';

export function addSignee(composition: Composition, change: Partial<ComposedSignee> = {}): Composition {
  const last = Math.max(0, ...composition.signees.map(({ signingOrder }) => signingOrder));
  const signee = newSignee({ signingOrder: last + 1, ...change });
  return { ...composition, signees: [...composition.signees, signee] };
}

export function removeSignee(composition: Composition, key: string): Composition {
  return { ...composition, signees: composition.signees.filter((signee) => signee.key !== key) };
}

export function changeSignee(
  composition: Composition,
  key: string,
  change: Partial<ComposedSignee>,
): Composition {
  const signees = composition.signees.map((signee) =>
    signee.key === key ? { ...signee, ...change } : signee,
  );
  return { ...composition, signees };
}

/** Both keep the numbers of the order, so that they swap turns too. */
export function moveSignee(composition: Composition, key: string, by: 1 | -1): Composition {
  const from = composition.signees.findIndex((signee) => signee.key === key);
  const [moved, other] = [composition.signees[from], composition.signees[from + by]];
  if (moved === undefined || other === undefined) return composition;
  const signees = [...composition.signees];
  signees[from] = { ...other, signingOrder: moved.signingOrder };
  signees[from + by] = { ...moved, signingOrder: other.signingOrder };
  return { ...composition, signees };
}
