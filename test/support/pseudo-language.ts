import { DEFAULT_LANGUAGE } from '#src/messages/languages.ts';
import { type Messages, messagesWith } from '#src/messages/messages.ts';
import type { Segment } from '#src/messages/segment.ts';
import { createWriter } from '#src/messages/writer.ts';

const english = createWriter(DEFAULT_LANGUAGE);

/** Words that a caller made of marked ones are marked already. */
const mark = (text: string): string => (text.trim() === '' || text.includes('⟦') ? text : `⟦${text}⟧`);

const LISTS = { and: 'conjunction', or: 'disjunction' } as const;

/** English in which everything that the language itself says stands in ⟦brackets⟧; what is outside came from elsewhere. */
export const pseudoMessages: Messages = messagesWith({
  text: (words, ...values) =>
    words.reduce((before, after, at) => before + (values[at - 1] ?? '') + mark(after), ''),
  segments: (words, ...values) =>
    words.flatMap((text, at): readonly Segment[] => [
      ...(text === '' ? [] : [{ type: 'text', text: mark(text) } as const]),
      ...english.segments`${values[at] ?? []}`,
    ]),
  number: (value, digits) => mark(english.number(value, digits)),
  percent: (percent, options) => mark(english.percent(percent, options)),
  count: (count, forms) => mark(english.count(count, forms)),
  plural: (count, forms) => mark(english.plural(count, forms)),
  duration: (seconds) => mark(english.duration(seconds)),
  approximateDuration: (seconds) => mark(english.approximateDuration(seconds)),
  list: (items, type) =>
    new Intl.ListFormat(DEFAULT_LANGUAGE, { type: LISTS[type] })
      .formatToParts(items)
      .map((part) => (part.type === 'literal' ? mark(part.value) : part.value))
      .join(''),
  dateTime: (at, timeZone) => mark(english.dateTime(at, timeZone)),
  command: (name) => mark(english.command(name)),
  listOf(items, type) {
    const rest = items[Symbol.iterator]();
    return new Intl.ListFormat(DEFAULT_LANGUAGE, { type: LISTS[type] })
      .formatToParts(items.map(() => '-'))
      .flatMap((part): readonly Segment[] => {
        const item = part.type === 'element' ? rest.next().value : undefined;
        return item === undefined ? [{ type: 'text', text: mark(part.value) }] : [item].flat();
      });
  },
});

/** Discord's limit of labels and choices, at which the bot cuts them: the last bracket is then cut off, too. */
const CUT_AT = 100;

/** What stands outside the brackets, in pieces. */
export function outsideBrackets(text: string): readonly string[] {
  // A blank before the cut is left out.
  const isCut = [CUT_AT, CUT_AT - 1].includes(text.length) && text.endsWith('…');
  return text.split(isCut ? /⟦[^⟦⟧]*(?:⟧|…$)/ : /⟦[^⟦⟧]*⟧/).filter((piece) => piece !== '');
}
