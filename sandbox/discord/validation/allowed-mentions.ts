import type { Check } from './checks.ts';
import {
  all,
  asList,
  boolean,
  choice,
  listOf,
  object,
  onRecord,
  optional,
  snowflake,
  uniqueItems,
} from './checks.ts';

const LISTED = ['users', 'roles'];

const ids = all(listOf(snowflake, { max: 100 }), uniqueItems);

const eitherParsedOrListed: Check = onRecord((mentions, report) => {
  const parsed = asList(mentions['parse']);
  for (const kind of LISTED) {
    if (!parsed.includes(kind) || asList(mentions[kind]).length === 0) continue;
    report.add({
      code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
      message: `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
    });
  }
});

/** Discord docs: Allowed Mentions Object. */
export const allowedMentions: Check = all(
  object({
    parse: optional(all(listOf(choice(['users', 'roles', 'everyone'])), uniqueItems)),
    users: optional(ids),
    roles: optional(ids),
    replied_user: optional(boolean),
  }),
  eitherParsedOrListed,
);
