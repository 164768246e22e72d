import { availableParallelism } from 'node:os';

/** Does work for each item, for as many at a time as there are cores: for work that is done in other processes. */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
