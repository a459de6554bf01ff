import type { Answer } from '../../http-request.ts';
import { judge, type Probe } from '../probe.ts';
import { requirePosted } from '../requirements.ts';

interface Limit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAfterS: number;
}

const numberIn = ({ headers }: Answer, name: string): number => Number(headers.get(name) ?? Number.NaN);

/** Returns the limit that an answer names; `null` if a header is missing or no number. */
function limitOf(answer: Answer): Limit | null {
  const limit = numberIn(answer, 'x-ratelimit-limit');
  const remaining = numberIn(answer, 'x-ratelimit-remaining');
  const resetAfterS = numberIn(answer, 'x-ratelimit-reset-after');
  const isComplete = limit > 0 && remaining >= 0 && resetAfterS >= 0;
  return isComplete && answer.headers.has('x-ratelimit-bucket') ? { limit, remaining, resetAfterS } : null;
}

const describeLimit = (limit: Limit | null): string =>
  limit === null ? 'no limit named' : `${limit.limit} in a window that ends in ${limit.resetAfterS} s`;

/** Reads the limits that Discord names with a post and an edit, without reaching them. */
export const rateLimitHeaders: Probe = {
  name: 'rate-limit-headers',
  assumed: 'Answers to posts and edits name the limit, what remains of it, its reset and its bucket.',
  dependent: 'A queue waits for the reset instead of being refused.',
  async run(lab) {
    const posted = await lab.tryPost({ content: lab.mark('Limits') });
    const { id } = requirePosted(posted);
    const path = `/channels/${lab.channel.id}/messages/${id}`;
    const edited = await lab.send('PATCH', path, { content: lab.mark('Limits of edits') });
    const [posts, edits] = [limitOf(posted), limitOf(edited)];
    return judge(
      posts !== null && edits !== null,
      `posts: ${describeLimit(posts)}; edits: ${describeLimit(edits)}`,
      {
        postLimit: posts?.limit ?? null,
        postResetAfterS: posts?.resetAfterS ?? null,
        editLimit: edits?.limit ?? null,
        editResetAfterS: edits?.resetAfterS ?? null,
      },
    );
  },
};
