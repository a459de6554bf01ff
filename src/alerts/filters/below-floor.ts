import { z } from 'zod';
import type { FilterMessages } from '#src/messages/messages.ts';
import { percentBelowFloor } from '../match-subject.ts';
import { defineFilter, type FieldMessages, field, outOfRange, unreadable } from './filter.ts';
import { digitsIn } from './lists.ts';

const MAX_PERCENT = 99;

const key = 'below_floor';

/** Values of a rule for any price below the floor. */
export const barelyBelowFloor = { [key]: 1 } as const;

/** Defines a field for a percentage below the floor. */
export const percentField = <const K extends string>(
  name: K,
  messagesOf: (messages: FilterMessages) => FieldMessages,
) =>
  field({
    key: name,
    schema: z.int().min(1).max(MAX_PERCENT),
    ask: { type: 'number' },
    messages: messagesOf,
    read(text, context) {
      const digits = digitsIn(text, /^(\d{1,9})\s*%?$/);
      const percent = Number(digits);
      const { hint } = context.messages.belowFloor;
      if (digits === null) return unreadable(text, context, hint);
      const isValid = percent >= 1 && percent <= MAX_PERCENT;
      return isValid ? { value: percent } : outOfRange(text, context, hint);
    },
    write: String,
  });

const fields = [percentField(key, (messages) => messages.belowFloor)] as const;

/**
 * Minimum percentage below the floor. It applies to the price of a listing or sale, compared with the floor of as many
 * units, and to the highest bid of an ended auction. Nothing else matches.
 */
export const belowFloor = defineFilter({
  fields,
  needs: ['floor'],
  test({ [key]: percent }, subject) {
    if (percent === undefined || (percentBelowFloor(subject) ?? -1) >= percent) return 'yes';
    const { measured, open } = subject;
    return open.measured || (measured !== null && open.floor) ? 'undecided' : 'no';
  },
  seen(_values, { subject }) {
    const { measured, floor } = subject;
    return { type: 'floor', price: measured, floor, percent: percentBelowFloor(subject) };
  },
  covers: ({ [key]: wide }, { [key]: narrow }) => wide === undefined || (narrow ?? 0) >= wide,
  parts: ({ [key]: percent }, { messages }) =>
    percent === undefined ? [] : [messages.belowFloor.words(percent)],
  sample: ({ [key]: percent }) => (percent === undefined ? {} : { belowFloor: percent }),
  contradictions({ [key]: percent }, { messages, topics, topicNames, allTopics, called }) {
    const never = topics.filter(({ comparedWithFloor }) => !comparedWithFloor);
    if (percent === undefined || never.length === 0) return [];
    const compared = topicNames(
      allTopics.filter(({ comparedWithFloor }) => comparedWithFloor),
      'and',
    );
    const sentence =
      never.length === topics.length
        ? messages.belowFloor.never(compared, called(key))
        : messages.belowFloor.some(compared, called(key), topicNames(never, 'or'));
    return [{ topics: never, isNever: true, sentence }];
  },
});
