import type { PlantedArea } from './planted-bug.ts';

/** What is stored, and what people see and may do. */
export const COMMANDS_AREAS: readonly PlantedArea[] = [
  {
    area: 'Stored state',
    bugs: [
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
    ],
  },
  {
    area: 'What people see and may do',
    bugs: [
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
        text: '    allowed_mentions: { parse: [] },\n    ...',
        replacement: "    allowed_mentions: { parse: ['users', 'roles', 'everyone'] },\n    ...",
      },
      {
        name: 'A price of 1.9999 is shown as 2',
        file: 'src/chain/wei.ts',
        text: 'if (shown === size || (shown / unitOf(digits)) % 10n !== 0n) return shown;',
        replacement: 'return shown;',
      },
    ],
  },
  {
    area: 'Why, and the log of a channel',
    bugs: [
      {
        name: '`/why` finds no reason for an alert that was paused before the facts came',
        file: 'commands/why/outcome.ts',
        text: "    if (decidedBy?.isPaused === true) return { type: 'paused' };\n",
        replacement: '',
      },
      {
        name: '`/why` explains a sweep by the token that fits least',
        file: 'src/alerts/explain-verdict.ts',
        text: 'failed(one) - failed(other) ||',
        replacement: 'failed(other) - failed(one) ||',
      },
      {
        name: 'An alert can be posted again only once',
        file: 'src/alerts/kinds/again.ts',
        text: '`${PREFIX}${times}:',
        replacement: '`${PREFIX}1:',
      },
      {
        name: 'An alert that is posted again pings',
        file: 'src/store/channel-log.ts',
        text: 'channelRole: false',
        replacement: 'channelRole: true',
      },
      {
        name: 'A log begins with the oldest alerts',
        file: 'src/store/channel-log.ts',
        text: 'other.id - one.id : otherAt - at',
        replacement: 'one.id - other.id : at - otherAt',
      },
    ],
  },
  {
    area: 'Greeting',
    bugs: [
      {
        name: 'A server that invited the bot yesterday is greeted',
        file: 'src/outbox/greetings.ts',
        text: 'const RECENT_MS = HOUR_MS;',
        replacement: 'const RECENT_MS = 48 * HOUR_MS;',
      },
      {
        name: 'The greeting goes to all followers of an announcement channel',
        file: 'src/discord/posting/greeting-targets.ts',
        text: 'type === ChannelType.GuildText',
        replacement: 'type !== ChannelType.GuildVoice',
      },
    ],
  },
  {
    area: 'Export and import',
    bugs: [
      {
        name: 'An import that replaces removes the alerts of channels that it left out',
        file: 'commands/alerts/file/compare-import.ts',
        text: 'distinct.has(identity) || untouched.has(identity)',
        replacement: 'distinct.has(identity)',
      },
      {
        name: 'A paused alert is active after an import',
        file: 'commands/alerts/file/do-import.ts',
        text: 'pausedAt: paused ? at : null',
        replacement: 'pausedAt: null',
      },
      {
        name: 'An import sets a ping that its member may not use',
        file: 'commands/alerts/file/do-import.ts',
        text: 'settings: mayPing ? chosen : { ...chosen, ping }',
        replacement: 'settings: chosen',
      },
      {
        name: 'An export loses the end of an alert',
        file: 'commands/alerts/file/write-file.ts',
        text: 'ends: endsAt === null ? undefined : new Date(endsAt).toISOString(),',
        replacement: 'ends: undefined,',
      },
    ],
  },
  {
    area: 'Doctor and status',
    bugs: [
      {
        name: 'The doctor blames the clock because an answer came from a cache',
        file: 'src/doctor/clock.ts',
        text: "serverTime + Number(headers.get('age') ?? 0) * 1_000",
        replacement: 'serverTime',
      },
      {
        name: 'The doctor accepts a disk that has no room for a backup',
        file: 'src/doctor/disk.ts',
        text: 'free < RECOMMENDED_FREE + databaseBytes',
        replacement: 'free < RECOMMENDED_FREE',
      },
    ],
  },
];
