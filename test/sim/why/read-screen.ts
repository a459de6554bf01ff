import type { Said, WhyAnswer } from './answers.ts';

/** What the lines of `/why` begin with, or have in them; the first that fits counts. */
const WORDS: readonly (readonly [words: RegExp, said: Said])[] = [
  [/^posted: /, 'posted'],
  [/^posted, but I don’t know/, 'posted unknown'],
  [/^in a summary: /, 'in a summary'],
  [/^waiting since /, 'waiting'],
  [/^being posted now|^sent without an answer|^held: /, 'sending'],
  [/^given up, because Discord (?:refused|answered)/, 'refused'],
  [/^given up, because I couldn’t/, 'unverifiable'],
  [/^expired/, 'expired'],
  [/^dropped/, 'dropped'],
  [/^silenced/, 'silenced'],
  [/^this alert posts once/, 'once'],
  [/^shown in the message/, 'live'],
  [/^it fits this alert/, 'no record'],
  [/^older than six hours/, 'stale'],
  [/^its facts were reported/, 'late'],
  [/^reverted/, 'reverted'],
  [/^facts for its filters/, 'given up'],
  [/^the alert did not exist yet/, 'before'],
  [/^paused/, 'paused'],
  [/^the alert had ended/, 'ended'],
  [/^not posted. I can’t say why/, 'too large'],
  [/^it doesn’t post this type|^a transfer that belongs/, 'other topic'],
  [/^undecided/, 'undecided'],
  [/^filtered: /, 'filtered'],
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
    const said = WORDS.find(([pattern]) => pattern.test(words))?.[1];
    if (said === undefined) throw new Error(`/why says what nobody knows: ${line}`);
    const isPosted = said === 'posted' || said === 'in a summary';
    const messageId = isPosted ? (MESSAGE.exec(words)?.[1] ?? null) : null;
    return [
      { number, channelId, ruleId, said, isOfAnother: words.includes('(for another alert)'), messageId },
    ];
  });
}
