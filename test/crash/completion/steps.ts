import { readFileSync } from 'node:fs';
import type { SigningDeps } from '@countersign/signing';

/** The steps of completion before or after which something is stored, in order. */
export const STEPS = [
  'the last signature is committed',
  'the job has begun',
  'the sealed file is written',
  'the seal is noted',
  'the sealed file is stored',
  'the sealed file is read back',
  'the document is updated, in the transaction',
  'all is done but the commit',
  'the completion is committed',
  'the event is handed to the webhooks',
  'the webhook has answered',
  'the answer of the webhook is noted',
  'a message is sent',
] as const;

export type Step = (typeof STEPS)[number];

export const DIE_AT = 'DIE_AT';

/** Wraps the ports so that the process is killed at the step in the file. */
export function dieAtStep(deps: SigningDeps, file: string): SigningDeps {
  const reach = (step: Step): void => {
    if (readStep(file) === step) process.kill(process.pid, 'SIGKILL');
  };
  return {
    ...deps,
    database: watchDatabase(deps.database, reach),
    blobs: watchBlobs(deps.blobs, reach),
    toolkit: override(deps.toolkit, {
      complete: async (...args) => {
        reach('the job has begun');
        const report = await deps.toolkit.complete(...args);
        reach('the sealed file is written');
        return report;
      },
    }),
    webhookSender: override(deps.webhookSender, {
      post: async (...args) => {
        const answer = await deps.webhookSender.post(...args);
        reach('the webhook has answered');
        return answer;
      },
    }),
    notifier: override(deps.notifier, {
      send: async (message) => {
        await deps.notifier.send(message);
        if (message.messageId.startsWith('completed:')) reach('a message is sent');
      },
    }),
  };
}

type Reach = (step: Step) => void;

function readStep(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function watchBlobs(blobs: SigningDeps['blobs'], reach: Reach): SigningDeps['blobs'] {
  const isSealed = (blobId: string) => blobId.startsWith('sealed-');
  return override(blobs, {
    putFile: async (blobId, path) => {
      const stored = await blobs.putFile(blobId, path);
      if (isSealed(blobId)) reach('the sealed file is stored');
      return stored;
    },
    read: async (blobId) => {
      const found = await blobs.read(blobId);
      if (isSealed(blobId)) found.stream.once('end', () => reach('the sealed file is read back'));
      return found;
    },
  });
}

function watchDatabase(database: SigningDeps['database'], reach: Reach): SigningDeps['database'] {
  return override(database, {
    transact: async (work) => {
      const after = new Set<Step>();
      const result = await database.transact(async (stores) => {
        const documents = override(stores.documents, {
          update: async (document) => {
            await stores.documents.update(document);
            const { status, signees, sealings } = document;
            if (status === 'completed') {
              reach('the document is updated, in the transaction');
              after.add('the completion is committed');
            } else if (sealings.length === 0 && signees.every(({ signature }) => signature !== null)) {
              after.add('the last signature is committed');
            }
          },
        });
        const audit = override(stores.audit, {
          append: async (entry) => {
            await stores.audit.append(entry);
            if (entry.type === 'document.sealed') after.add('the seal is noted');
          },
        });
        const webhooks = override(stores.webhooks, {
          insertDelivery: async (delivery) => {
            await stores.webhooks.insertDelivery(delivery);
            after.add('the event is handed to the webhooks');
          },
          updateDelivery: async (delivery) => {
            await stores.webhooks.updateDelivery(delivery);
            after.add('the answer of the webhook is noted');
          },
        });
        const answer = await work(override(stores, { audit, documents, webhooks }));
        if (after.has('the completion is committed')) reach('all is done but the commit');
        return answer;
      });
      for (const step of after) reach(step);
      return result;
    },
  });
}

function override<T extends object>(target: T, changes: Partial<T>): T {
  return new Proxy(target, {
    get(_target, key) {
      if (key in changes) return Reflect.get(changes, key);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
