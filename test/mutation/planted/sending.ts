import type { PlantedArea } from './planted-bug.ts';

/** What is sent to Discord, and how its answers are read. */
export const SENDING_AREAS: readonly PlantedArea[] = [
  {
    area: 'Sending',
    bugs: [
      {
        name: 'A `Retry-After` of a month stops a channel for a month',
        file: 'src/outbox/retries.ts',
        text: 'Math.min(Math.max(0, retryAfterMs), MAX_PAUSE_MS)',
        replacement: 'Math.max(0, retryAfterMs)',
      },
      {
        name: 'A channel posts before the time that Discord asked to wait for',
        file: 'src/outbox/next-step.ts',
        text: "  if (work.notBefore > at) return { do: 'wait', until: work.notBefore };\n",
        replacement: '',
      },
      {
        name: 'A channel posts one message more than its hourly limit',
        file: 'src/alerts/channel-hold.ts',
        text: 'hour.postsLastHour < hourlyLimit',
        replacement: 'hour.postsLastHour <= hourlyLimit',
      },
      {
        name: 'An auction that is about to end waits behind a backlog of sales',
        file: 'src/outbox/next-step.ts',
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
        file: 'src/outbox/post-sender.ts',
        text: 'Math.max(ageMs, ageMs + setBackMs) < NONCE_WINDOW_MS',
        replacement: 'ageMs < NONCE_WINDOW_MS',
      },
      {
        name: 'A refusal after a lost answer counts as proof that nothing was posted',
        file: 'src/outbox/post-sender.ts',
        text: "if (post.attempts > 1) await turn('request', () => outbox.markAmbiguous(post.id, rest));",
        replacement:
          "if (post.attempts > 9) await turn('request', () => outbox.markAmbiguous(post.id, rest));",
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
    ],
  },
  {
    area: 'Reading back',
    bugs: [
      {
        name: 'A text without an embed is not recognised, and is posted again',
        file: 'src/discord/posting/delivery-mark.ts',
        text: '    ) ||\n    message.content.includes(text)\n',
        replacement: '    )\n',
      },
      {
        name: 'A message that somebody copied is taken for the bot’s own',
        file: 'src/discord/posting/read-back.ts',
        text: 'messages.filter(({ author }) => author.id === botId)',
        replacement: 'messages.filter(({ author }) => author.id !== null)',
      },
      {
        name: 'An empty page of a history that the bot may not read counts as “not posted”',
        file: 'src/discord/posting/read-back.ts',
        text: '        if (messages.length === 0) await requireReadable(channelId, after);\n',
        replacement: '',
      },
    ],
  },
];
