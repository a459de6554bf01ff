import { z } from 'zod';
import type { Answer } from '../../http-request.ts';
import { type Finding, judge, type Probe } from '../probe.ts';
import { NotTriedError } from '../site.ts';
import { describeAnswer } from '../wire.ts';

/** Read requests until one is refused. Discord is known to refuse the sixth of five in a window. */
const MAX_REQUESTS = 12;

const wireLimit = z.object({ retry_after: z.number().positive(), global: z.boolean() });
const SCOPES: readonly (string | null)[] = ['user', 'shared', 'global'];

function judgeLimit(answer: Answer): Finding {
  const { headers } = answer;
  const body = wireLimit.safeParse(answer.body).data;
  const retryAfter = headers.get('retry-after');
  const scope = headers.get('x-ratelimit-scope');
  const seen = [
    body === undefined ? 'no retry_after in the body' : `retry_after ${body.retry_after}`,
    `Retry-After ${retryAfter ?? 'missing'}`,
    `scope ${scope ?? 'missing'}`,
  ];
  return judge(
    body !== undefined && Number(retryAfter ?? Number.NaN) > 0 && SCOPES.includes(scope),
    seen.join(', '),
    { retryAfterS: body?.retry_after ?? null, scope },
  );
}

/** Lists one message again and again until Discord refuses that once. This changes nothing and is not seen. */
export const rateLimitAnswer: Probe = {
  name: 'rate-limit-answer',
  assumed:
    'A 429 is JSON with retry_after in seconds, and has the headers Retry-After and X-RateLimit-Scope.',
  dependent: 'A queue continues at the time that Discord names, and only a global limit stops all queues.',
  async run(lab) {
    const path = `/channels/${lab.channel.id}/messages?limit=1`;
    for (let sent = 0; sent < MAX_REQUESTS; sent += 2) {
      // Two at a time, because Discord may be too far away for more than a few requests in a window.
      const answers = await Promise.all([lab.sendNow('GET', path), lab.sendNow('GET', path)]);
      const refused = answers.find(({ status }) => status === 429);
      if (refused !== undefined) {
        await lab.wait(5_000, 'after the refused request');
        return judgeLimit(refused);
      }
      const failed = answers.find(({ status }) => status !== 200);
      if (failed !== undefined)
        throw new NotTriedError(
          `Discord did not list the messages (${describeAnswer(failed)})`,
          'Allow the bot Read Message History in the channel.',
        );
    }
    throw new NotTriedError(
      `Discord refused none of ${MAX_REQUESTS} requests`,
      'None is needed: more requests are not sent on purpose.',
    );
  },
};
