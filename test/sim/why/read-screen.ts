import { english } from '#src/messages/messages.ts';
import type { Said, WhyAnswer } from './answers.ts';

const { why } = english;

/** How what the lines of `/why` say begins; the first that fits counts. */
const BEGINNINGS: readonly (readonly [words: string, said: Said])[] = [
  [why.posted(''), 'posted'],
  [why.postedUnknown, 'posted unknown'],
  [why.summary(''), 'in a summary'],
  [why.waiting(''), 'waiting'],
  [why.sending, 'sending'],
  [why.verifying, 'sending'],
  [why.held, 'sending'],
  [why.refused, 'refused'],
  [why.refusedByErrors, 'refused'],
  [why.unverifiable, 'unverifiable'],
  [why.expired, 'expired'],
  [why.dropped, 'dropped'],
  [why.silenced, 'silenced'],
  [why.once, 'once'],
  [why.live, 'live'],
  [why.noRecord, 'no record'],
  [why.stale, 'stale'],
  [why.late, 'late'],
  [why.reverted, 'reverted'],
  [why.givenUp, 'given up'],
  [why.before, 'before'],
  [why.paused, 'paused'],
  [why.ended, 'ended'],
  [why.tooLarge, 'too large'],
  [why.otherTopic, 'other topic'],
  [why.explained, 'other topic'],
  [why.undecided(''), 'undecided'],
  [why.filtered(''), 'filtered'],
];
const LINE = /^- \*\*(?:.*\D)?#(\d+)(?: \(removed\))?(?:[^*]*)\*\* (.*)$/;
const MESSAGE = /channels\/\d+\/\d+\/(\d+)/;

/**
 * Reads the answer of `/why` about one event; `null` if it is about none or several, or not an answer.
 * @throws Error if a line says something else than what is known
 */
export function readScreen(
  text: string,
  { number, channelId }: { readonly number: number; readonly channelId: string },
): readonly WhyAnswer[] | null {
  const lines = text.split('\n');
  const titles = lines.filter((line) => line.startsWith('**')).length;
  // Of the answer, and of the event.
  if (titles !== 2) return null;
  return lines.flatMap((line): readonly WhyAnswer[] => {
    if (!line.startsWith('- ')) return [];
    const [, ruleId = '', words = ''] = LINE.exec(line) ?? [];
    const said = BEGINNINGS.find(([beginning]) => words.startsWith(beginning))?.[1];
    if (said === undefined) throw new Error(`/why says what nobody knows: ${line}`);
    const isPosted = said === 'posted' || said === 'in a summary';
    const messageId = isPosted ? (MESSAGE.exec(words)?.[1] ?? null) : null;
    return [
      { number, channelId, ruleId, said, isOfAnother: words.includes('(for another alert)'), messageId },
    ];
  });
}
