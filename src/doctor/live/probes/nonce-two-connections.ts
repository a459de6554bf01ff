import { judge, type Probe } from '../probe.ts';
import { NotTriedError } from '../site.ts';
import { readMessage } from '../wire.ts';

/** Sends one message twice at the same time. HTTP/1.1 uses a connection for each request in flight. */
export const nonceTwoConnections: Probe = {
  name: 'nonce-two-connections',
  assumed: 'Two simultaneous requests with one nonce, on two connections, are posted once.',
  dependent: 'A request may be repeated while the first one is still being processed.',
  async run(lab) {
    const body = { content: lab.mark('One nonce, two connections'), nonce: lab.nonce(), enforce_nonce: true };
    const sent = () => lab.tryPost(body, { send: lab.sendNow });
    await lab.wait(5_000, 'before two requests at once');
    // Both are over before anything is deleted.
    const outcomes = await Promise.allSettled([sent(), sent()]);
    const ids = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? (readMessage(outcome.value)?.id ?? []) : [],
    );
    if (ids.length < 2)
      throw new NotTriedError(
        `Discord answered ${ids.length} of two requests with a message`,
        'Run it again in a few minutes.',
      );
    const messages = new Set(ids).size;
    return judge(messages === 1, messages === 1 ? 'one message' : 'two messages', { messages });
  },
};
