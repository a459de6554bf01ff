/** A bug in behaviour, planted by replacing a text that its file has exactly once. */
export interface PlantedBug {
  /** What a user or an operator would meet. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
}

const QUEUE = 'src/outbox/next-step.ts';
const SENDER = 'src/outbox/post-sender.ts';
const READ_BACK = 'src/discord/posting/read-back.ts';

/** The texts are of today’s source; who changes one of them changes it here, when `npm run test:planted` says so. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  // Sending
  {
    name: 'A `Retry-After` of a month stops a channel for a month',
    file: 'src/outbox/retries.ts',
    text: 'Math.min(Math.max(0, retryAfterMs), MAX_PAUSE_MS)',
    replacement: 'Math.max(0, retryAfterMs)',
  },
  {
    name: 'A channel posts before the time that Discord asked to wait for',
    file: QUEUE,
    text: "  if (work.notBefore > at) return { do: 'wait', until: work.notBefore };\n",
    replacement: '',
  },
  {
    name: 'A channel posts one message more than its hourly limit',
    file: QUEUE,
    text: 'work.postsLastHour < hourlyLimit',
    replacement: 'work.postsLastHour <= hourlyLimit',
  },
  {
    name: 'An auction that is about to end waits behind a backlog of sales',
    file: QUEUE,
    text: 'if (unsummarised > BACKLOG && !urgentGoesFirst(work))',
    replacement: 'if (unsummarised > BACKLOG)',
  },
  {
    name: 'An alert is given up because a message an hour later was accepted',
    file: 'src/outbox/set-aside.ts',
    text: 'const CONTROL_WITHIN_MS = 5_000;',
    replacement: 'const CONTROL_WITHIN_MS = 3_600_000;',
  },
  {
    name: 'A message is blamed for server errors that ended long ago',
    file: 'src/outbox/server-errors.ts',
    text: '    reset() {\n      since = null;\n      tries = 0;\n',
    replacement: '    reset() {\n',
  },
  {
    name: 'A message is held although only its own channel cannot be listed for a moment',
    file: 'src/outbox/list-failures.ts',
    text: '      if (!seen.isListOnly) return false;\n',
    replacement: '',
  },
  {
    name: 'The bot stays slow after Discord accepts messages again',
    file: 'src/outbox/refusal-brake.ts',
    text: 'accepted: () => refused.clear()',
    replacement: 'accepted: () => undefined',
  },
  {
    name: 'The end of an auction is shown two seconds late after a bid',
    file: 'src/outbox/edit-throttle.ts',
    text: 'isEnd(message) ? 0 : EDIT_INTERVAL_MS - elapsed()',
    replacement: 'EDIT_INTERVAL_MS - elapsed()',
  },
  {
    name: 'A message is sent again with a nonce that Discord forgot, because the clock was set back',
    file: SENDER,
    text: 'Math.max(ageMs, ageMs + setBackMs) < NONCE_WINDOW_MS',
    replacement: 'ageMs < NONCE_WINDOW_MS',
  },
  {
    name: 'A refusal after a lost answer counts as proof that nothing was posted',
    file: SENDER,
    text: "if (post.attempts > 1) await turn('request', () => outbox.markAmbiguous(post.id, rest));",
    replacement: "if (post.attempts > 9) await turn('request', () => outbox.markAmbiguous(post.id, rest));",
  },
  {
    name: 'Direct messages that nobody waits for are opened first',
    file: 'src/outbox/openings.ts',
    text: 'forMessages.size > 0 ? forMessages : ahead',
    replacement: 'ahead.size > 0 ? ahead : forMessages',
  },
  {
    name: 'A person gets one message more than sixty in an hour',
    file: 'src/alerts/person-limit.ts',
    text: 'postsLastHour >= MAX_PERSON_HOURLY_LIMIT',
    replacement: 'postsLastHour > MAX_PERSON_HOURLY_LIMIT',
  },
  // Reading back
  {
    name: 'A text without an embed is not recognised, and is posted again',
    file: 'src/discord/posting/delivery-mark.ts',
    text: '    ) ||\n    message.content.includes(text)\n',
    replacement: '    )\n',
  },
  {
    name: 'A message that somebody copied is taken for the bot’s own',
    file: READ_BACK,
    text: 'messages.filter(({ author }) => author.id === botId)',
    replacement: 'messages.filter(({ author }) => author.id !== null)',
  },
  {
    name: 'An empty page of a history that the bot may not read counts as “not posted”',
    file: READ_BACK,
    text: '        if (messages.length === 0) await requireReadable(channelId, after);\n',
    replacement: '',
  },
  // Alerts and rules
  {
    name: 'A sale at exactly the lowest price of a ping pings nobody',
    file: 'src/alerts/ping.ts',
    text: 'price !== null && price >= minimum',
    replacement: 'price !== null && price > minimum',
  },
  {
    name: 'A role is not pinged for hours after the clock was set back',
    file: 'src/alerts/ping.ts',
    text: 'lastPingAt <= at && at < lastPingAt + coolDownMs',
    replacement: 'at < lastPingAt + coolDownMs',
  },
  {
    name: 'Quiet hours last a minute too long',
    file: 'src/alerts/quiet-hours.ts',
    text: 'from <= minute && minute < to :',
    replacement: 'from <= minute && minute <= to :',
  },
  {
    name: 'Two sales in one transaction are called a sweep',
    file: 'src/alerts/detect/sales.ts',
    text: 'const SWEEP_MINIMUM = 3;',
    replacement: 'const SWEEP_MINIMUM = 2;',
  },
  {
    name: 'Sales to different buyers in one transaction are called one sweep',
    file: 'src/alerts/detect/sales.ts',
    text: '`${txHash}:${to}`',
    replacement: '`${txHash}`',
  },
  {
    name: 'A sale that equals the highest price is called a record',
    file: 'src/alerts/price-context.ts',
    text: 'price > history.highest)',
    replacement: 'price >= history.highest)',
  },
  {
    name: 'A listing that made the floor an hour ago is not below it',
    file: 'src/alerts/price-context.ts',
    text: 'return isFloor && mayHaveMadeIt && floorBefore.amount > floor',
    replacement: 'return isFloor && floorBefore.amount > floor',
  },
  {
    name: 'A sale before the end of an auction is taken for its result',
    file: 'src/alerts/auctions/settlement.ts',
    text: 'occurredAt >= end',
    replacement: 'occurredAt >= 0',
  },
  {
    name: 'An auction that the marketplace no longer lists is announced as about to end',
    file: 'src/alerts/auctions/auction-endings.ts',
    text: 'announced.started && missingSince === null &&',
    replacement: 'announced.started &&',
  },
  {
    name: 'A recap is posted a day late instead of not at all',
    file: 'src/alerts/recaps/schedule.ts',
    text: 'return now - due.at < lateMs ? due : null;',
    replacement: 'return due;',
  },
  {
    name: 'A recap at an hour that a clock change skips is posted on the next day',
    file: 'src/chain/local-day.ts',
    text: 'return localDayAt(first, timeZone) === day ? first : null;',
    replacement: 'return first;',
  },
  {
    name: 'A floor is announced again and again while it swings around a threshold',
    file: 'src/alerts/floors/floor-progress.ts',
    text: "const isArmed = state === 'reached' ? isFar : isOther;",
    replacement: 'const isArmed = isOther;',
  },
  {
    name: 'A rule for the 100 rarest leaves out rank 100',
    file: 'src/alerts/filters/rank.ts',
    text: 'subject.rank <= worst',
    replacement: 'subject.rank < worst',
  },
  // Reading the marketplace
  {
    name: 'What was known of a token is forgotten when a later lookup fails',
    file: 'src/ingest/decide-late.ts',
    text: 'const alert = keepDetails(found, one.alert);',
    replacement: 'const alert = found;',
  },
  {
    name: 'A profit is computed from a purchase after the sale',
    file: 'src/ingest/price-context.ts',
    text: '...before.filter((trade) => trade.at <= at)',
    replacement: '...before',
  },
  {
    name: 'A feed that begins with the oldest records is read from the wrong end',
    file: 'src/ingest/newest-first.ts',
    text: "if (up > down && down <= few) return 'ascending';",
    replacement: "if (up > down && down <= few) return 'descending';",
  },
  // Stored state
  {
    name: 'A process that lost its role goes on writing after it took the role again elsewhere',
    file: 'src/store/leases.ts',
    text: "      .where('fence', '=', fence)\n      .$if(dialectOf(transaction) === 'postgres', (query) => query.forKeyShare()),",
    replacement: "      .$if(dialectOf(transaction) === 'postgres', (query) => query.forKeyShare()),",
  },
  {
    name: 'An alert that was posted in the meantime is marked as given up',
    file: 'src/store/refused-deliveries.ts',
    text: "    .where('state', '=', literal('pending'))\n",
    replacement: '',
  },
  {
    name: 'Who refused direct messages is written to again after a minute',
    file: 'src/store/queue-retries.ts',
    text: '  when ${IS_PERSON} then ${sql.lit(DAY_MS)}\n',
    replacement: '  when ${IS_PERSON} then ${sql.lit(MINUTE_MS)}\n',
  },
  {
    name: 'A person is told of a sale and of the end of the same auction',
    file: 'src/store/ingestion.ts',
    text: '&& !posted.has(channelId),',
    replacement: ',',
  },
  {
    name: 'Direct messages are opened faster than Discord tolerates after a second process started',
    file: 'src/store/openings.ts',
    text: "    .where('triedAt', '>', at - OPENINGS.withinMs)\n",
    replacement: "    .where('triedAt', '>', at - 1_000)\n",
  },
  {
    name: 'Somebody else’s draft of a rule can be opened',
    file: 'src/store/saved-inputs.ts',
    text: "keptInputs(queries, guildId, kind).where('userId', '=', userId);",
    replacement: "keptInputs(queries, guildId, kind).where('userId', '<>', `${userId}?`);",
  },
  // What people see and may do
  {
    name: 'The name of a collection mentions everyone in an escaped text',
    file: 'src/discord/text.ts',
    text: "    .replaceAll('@', '@\\u200b')\n",
    replacement: '',
  },
  {
    name: 'The name of a token disguises a link',
    file: 'src/discord/text.ts',
    text: 'const MARKDOWN = /[\\\\*_~`|[\\]()<>]/g;',
    replacement: 'const MARKDOWN = /[\\\\*_~`|<>]/g;',
  },
  {
    name: 'A member without permission presses an admin’s button',
    file: 'src/discord/router.ts',
    text: '    checkRequirement(context, requires);\n',
    replacement: '',
  },
  {
    name: 'An answer to a command may mention people',
    file: 'src/discord/interactions/responses.ts',
    text: 'allowed_mentions: { parse: [] }',
    replacement: "allowed_mentions: { parse: ['users', 'roles', 'everyone'] }",
  },
  {
    name: 'A price of 1.9999 is shown as 2',
    file: 'src/chain/wei.ts',
    text: 'if (shown === size || (shown / unitOf(digits)) % 10n !== 0n) return shown;',
    replacement: 'return shown;',
  },
];
