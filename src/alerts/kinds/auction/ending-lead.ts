import { z } from 'zod';
import { defineFilter, field, unreadable } from '../../filters/filter.ts';
import { digitsIn } from '../../filters/lists.ts';
import { AUCTION_TOPIC, isAuction } from './schema.ts';

/** Lead times of reminders before an auction's end, minutes. */
export const ENDING_LEADS = [60, 30, 10, 5] as const;
export type EndingLead = (typeof ENDING_LEADS)[number];

const key = 'ending';
/** Default lead time, minutes. */
export const DEFAULT_LEAD = 10 satisfies EndingLead;

/** Returns the lead time of a rule, minutes. */
export const endingLead = ({ [key]: lead }: { readonly [key]?: number | undefined }): number =>
  lead ?? DEFAULT_LEAD;

/** Returns the values of a rule with this reminder before an auction’s end, minutes. */
export const remindedBefore = (lead: EndingLead) => ({ [key]: lead }) as const;

const fields = [
  field({
    key,
    schema: z.literal(ENDING_LEADS),
    ask: { type: 'choice', choices: ENDING_LEADS.map(String) },
    messages: (messages) => messages.ending,
    fallback: DEFAULT_LEAD,
    /** Parses `30`, `30 min` or `1 h`. */
    read(text, context) {
      const typed = text.trim().toLowerCase();
      const minutes = /^1\s*h(?:our)?$/.test(typed)
        ? '60'
        : digitsIn(typed, /^(\d{1,3})\s*(?:m|min|minutes?)?$/);
      const lead = ENDING_LEADS.find((one) => String(one) === minutes);
      return lead === undefined ? unreadable(text, context, context.messages.ending.hint) : { value: lead };
    },
    write: String,
  }),
] as const;

/** The lead time of a rule's reminder before an auction's end. */
export const ending = defineFilter({
  fields,
  appliesTo: (topics) => topics.includes(AUCTION_TOPIC.ending),
  testAlert: (values, alert) =>
    !isAuction(alert) || alert.topic !== AUCTION_TOPIC.ending || alert.leads.includes(endingLead(values)),
  seen: (_values, { alert }) => ({ type: 'leads', leads: isAuction(alert) ? alert.leads : [] }),
  parts: (values, { messages }) => [messages.ending.words(endingLead(values))],
  sample: (values) => ({ lead: endingLead(values) }),
});
