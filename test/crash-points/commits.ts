/** Names of transactions, by a statement that only they contain, with its parameters. The first match counts. */
const COMMITS = [
  ['migration', /^insert into "kysely_migration"/],
  [
    'recovery',
    /^update "posts" set "state" = 'ambiguous'.* where "settled_at" is null and "state" = 'sending'/,
  ],
  ['greeting', /^insert into "alerts" .*"greeting:\d/],
  ['recap', /^insert into "alerts" .*"recap:\d/],
  ['reading of floors', /^insert into "floor_states"/],
  ['begun post', /^insert into "posts"/],
  ['repeated try', /^update "posts" set "state" = 'sending'/],
  ['sent post', /^update "posts" set "state" = 'sent'/],
  ['ambiguous post', /^update "posts" set "state" = 'ambiguous'.* where "id"/],
  ['released post', /^update "posts" set "state" = 'released'/],
  ['published post', /^update "posts" set "publish" = 'done'/],
  ['edited message', /^update "posts" set "stale_since" = null where "id" = .* and "changes"/],
  ['refusal of a person', /^update "people" set "refused_since"/],
  ['claimed opening', /^insert into "direct_message_openings"/],
  ['opened direct messages', /^update "people" set "direct_channel_id" = '/],
  ['stopped channel', /^update "channel_queues" set "state" = 'paused'/],
  ['notice', /^update "channel_queues" set "is_notice_due" = (?:0|false) where/],
  ['reopened channel', /^select "id" from "subscriptions" where "guild_id"/],
  ['return of a person', /^insert into "people"/],
  ['silence', /^insert into "silences"/],
  ['marked summary', /^update "channel_queues" set "summarised_up_to"/],
  ['further chunk of deliveries', /^delete from "pending_recipients"/],
  ['poll of the auctions', /^insert into "auctions"/],
  ['poll of the feed', /^insert into "seen_keys"/],
] as const;

export type CommitName = (typeof COMMITS)[number][0];

export const COMMIT_NAMES: readonly CommitName[] = COMMITS.map(([name]) => name);

/** The name of the transaction with these statements; `null` when it has none. */
export function commitName(statements: readonly string[]): CommitName | null {
  const onOneLine = statements.map((sql) => sql.trim().replaceAll(/\s+/g, ' '));
  return COMMITS.find(([, pattern]) => onOneLine.some((sql) => pattern.test(sql)))?.[0] ?? null;
}

/** How the statements begin by which transactions are named. */
const BEGINNINGS = COMMITS.map(
  ([, { source }]) => /^\^\w+ (?:into |from )?"\w+"/.exec(source)?.[0].slice(1) ?? '',
);

/** Whether a transaction may be named by this statement; quicker than to look for its name. */
export const mayNameCommit = (sql: string): boolean =>
  BEGINNINGS.some((beginning) => sql.trimStart().startsWith(beginning));
