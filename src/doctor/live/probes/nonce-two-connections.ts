import { NotTriedError } from '../not-tried-error.ts';
import { judge, type Probe } from '../probe.ts';
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
    const ids = (await Promise.all([sent(), sent()])).flatMap((answer) => readMessage(answer)?.id ?? []);
    if (ids.length === 0)
      throw new NotTriedError('Discord refused both requests', 'Run it again in a few minutes.');
    const messages = new Set(ids).size;
    return judge(messages === 1, `${ids.length} answers with a message, ${messages} different`, {
      accepted: ids.length,
      messages,
    });
  },
};
