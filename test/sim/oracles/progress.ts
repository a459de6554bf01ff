import { waitsFor } from '../actions.ts';
import { TRIED_AGAIN_MS } from '../strange-actions.ts';
import { hasStrangeRefusals } from '../strange-steps.ts';
import { type Oracle, wordsFor } from './context.ts';

/** Backoff, the nonce window, read-back, and what waits before it in its channel. */
const PROMPT_MS = 5 * 60_000;

/** Once nothing is wrong any more, every channel gets what waits for it, and soon. */
export const progress: Oracle = ({ observation, channels, completeAt, eventOf, silencedIn }) => {
  const { looks, rightSince, endedAt, poisoned } = observation;
  const last = looks.at(-1);
  if (last === undefined) return ['health was never answered'];
  const waiting = waitsFor(last.text);
  const inHealth = waiting.length === 0 ? [] : [`in the end health still says: ${waiting.join(' | ')}`];
  const promptMs = hasStrangeRefusals(observation.history) ? TRIED_AGAIN_MS : PROMPT_MS;
  if (endedAt < rightSince + promptMs) return inHealth;
  const late = channels.flatMap(({ channel, due, posted, postedAt }) => {
    const expected = [...due].filter(([, one]) => one !== 'no');
    // A message that Discord never takes keeps its channel waiting.
    if (posted.counted > 0 || expected.some(([number]) => poisoned.has(number))) return [];
    return expected.flatMap(([number, one]) => {
      const event = eventOf(number);
      const isPrompt = (postedAt.get(number) ?? endedAt) <= rightSince + promptMs;
      const isSilenced = silencedIn(channel.id, event) !== 'no';
      return one === 'may' || completeAt(event) > rightSince || isPrompt || isSilenced
        ? []
        : [`${channel.name}: ${wordsFor(event)} is not posted soon after nothing is wrong any more`];
    });
  });
  return [...inHealth, ...late];
};
