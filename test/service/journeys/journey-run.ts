import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Answer, type ApiClient, authorize } from '../api-client.ts';
import type { Deployment } from '../deployments.ts';
import { uploadFixture, waitFor } from '../journey-steps.ts';
import { type ReceivedDelivery, receiveWebhooks } from '../receive-webhooks.ts';
import type { Journey, Step, Who } from './journey.ts';

type StepOf<Member extends string> = Extract<Step, Readonly<Record<Member, unknown>>>;

/** One journey on one deployment. */
export class JourneyRun {
  readonly running: Deployment;
  readonly #receiver: Awaited<ReturnType<typeof receiveWebhooks>>;
  readonly #kept = new Map<string, unknown>();

  private constructor(running: Deployment, receiver: Awaited<ReturnType<typeof receiveWebhooks>>) {
    this.running = running;
    this.#receiver = receiver;
    this.#kept.set('hook', receiver.url);
    for (const name of ['ada', 'bo', 'cy']) this.#kept.set(name, `${name}.${randomUUID()}@example.com`);
  }

  /** Throws with the number of the step that went wrong. */
  static async take({ steps }: Journey, running: Deployment): Promise<void> {
    const receiver = await receiveWebhooks();
    const run = new JourneyRun(running, receiver);
    try {
      for (const [index, step] of steps.entries()) await run.#step(step, index);
    } finally {
      receiver.close();
    }
  }

  get deliveries(): readonly ReceivedDelivery[] {
    return this.#receiver.deliveries;
  }

  /** What a step before kept. */
  kept(name: string): string {
    const value = this.#kept.get(name);
    if (typeof value !== 'string') throw new Error(`nothing was kept as ${name}`);
    return value;
  }

  keep(name: string, value: string): void {
    this.#kept.set(name, value);
  }

  async #step(step: Step, index: number): Promise<void> {
    try {
      if ('call' in step) await this.#call(step);
      else if ('upload' in step)
        this.#kept.set(step.keep, await uploadFixture(this.running.client, step.upload));
      else if ('mailsTo' in step) await this.#mails(step);
      else if ('eventsOf' in step) await this.#events(step);
      else await step.run(this);
    } catch (error) {
      if (error instanceof Error) error.message = `step ${index + 1} (${describe(step)}): ${error.message}`;
      throw error;
    }
  }

  async #call(step: StepOf<'call'>): Promise<void> {
    const [method = '', path = ''] = this.#fill(step.call).split(' ');
    const client = await this.#clientOf(step.as ?? 'owner');
    const headers = this.#fill(step.headers ?? {});
    const send = () =>
      method === 'GET' || (method === 'DELETE' && step.body === undefined)
        ? client.bare(method, path, headers)
        : client.send(method, path, this.#fill(step.body ?? {}), headers);
    const expected = {
      status: step.answers,
      body: step.with === undefined ? undefined : this.#fill(step.with),
    };
    const answer = step.eventually ? await repeat(send, expected) : await send();
    expectAnswer(answer, expected);
    for (const [name, where] of Object.entries(step.keep ?? {}))
      this.#kept.set(name, typeof where === 'string' ? read(answer.body, where) : where(answer));
  }

  async #mails({ mailsTo, count, keep = {} }: StepOf<'mailsTo'>): Promise<void> {
    const path = `/outbox/messages?to=${encodeURIComponent(this.#fill(mailsTo))}`;
    const list = async () => (await this.running.client.get<{ text: string }[]>(path)).body;
    await waitFor(`${count} messages`, async () => ((await list()).length >= count ? true : null));
    const messages = await list();
    expect(messages).toHaveLength(count);
    for (const [name, pattern] of Object.entries(keep)) {
      const [found] = pattern.exec(messages[0]?.text ?? '') ?? [];
      if (found === undefined) throw new Error(`the message says no ${name}: ${messages[0]?.text}`);
      this.#kept.set(name, found);
    }
  }

  async #events({ eventsOf, types }: StepOf<'eventsOf'>): Promise<void> {
    const documentId = this.#fill(eventsOf);
    const list = () =>
      new Map(
        this.deliveries
          .filter(({ payload }) => payload.data.documentId === documentId)
          .map(({ payload }) => [payload.event.eventId, payload.event.type]),
      );
    await waitFor(`events ${types}`, async () => (list().size >= types.length ? true : null));
    expect([...list().values()].toSorted()).toEqual(types.toSorted());
  }

  async #clientOf(who: Who): Promise<ApiClient> {
    const { client, apiKey, addAccount } = this.running;
    if (who === 'owner') return client;
    if (who === 'signer') return client.anonymous;
    return who === 'reader' ? authorize(client.baseUrl, apiKey, 'read') : addAccount();
  }

  /** A copy with every `{name}` replaced. */
  #fill<T>(template: T): T;
  #fill(template: unknown): unknown {
    if (typeof template === 'string') return template.replaceAll(/\{(\w+)\}/g, (_, name) => this.kept(name));
    if (Array.isArray(template)) return template.map((entry) => this.#fill(entry));
    // Matchers of vitest are no plain objects.
    if (
      template === null ||
      typeof template !== 'object' ||
      Object.getPrototypeOf(template) !== Object.prototype
    )
      return template;
    return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, this.#fill(value)]));
  }
}

interface Expected {
  readonly status: number;
  readonly body: unknown;
}

function repeat(send: () => Promise<Answer>, expected: Expected): Promise<Answer> {
  return waitFor('the answer', async () => {
    const answer = await send();
    try {
      expectAnswer(answer, expected);
      return answer;
    } catch {
      return null;
    }
  });
}

function expectAnswer({ status, body }: Answer, expected: Expected): void {
  expect({ status, body }).toMatchObject(
    expected.body === undefined ? { status: expected.status } : { ...expected },
  );
}

function read(body: unknown, path: string): unknown {
  const found = path
    .split('.')
    .reduce<unknown>((value, member) => (value as Readonly<Record<string, unknown>> | null)?.[member], body);
  if (found === undefined) throw new Error(`the answer has no ${path}`);
  return found;
}

function describe(step: Step): string {
  if ('call' in step) return step.call;
  if ('upload' in step) return `upload ${step.upload}`;
  if ('mailsTo' in step) return `${step.count} messages to ${step.mailsTo}`;
  return 'eventsOf' in step ? `events of ${step.eventsOf}` : step.check;
}
