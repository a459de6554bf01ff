import { z } from 'zod';
import type { Segment, Segments } from '#src/messages/segment.ts';
import type { ChannelProblem, DescribeContext, TextDescription } from '../description.ts';
import type { AlertBase } from './alert-base.ts';
import type { Kind } from './kind.ts';
import { outsideRules } from './outside-rules.ts';
import { alertFields } from './parts.ts';

const schema = z.object({
  ...alertFields,
  kind: z.literal('notice'),
  topic: z.literal('notice'),
  // The channel that cannot receive alerts.
  channelId: z.string(),
  // Discord's JSON error code.
  code: z.number(),
  // Missing permissions by their names in Discord's settings; `null` if unknown.
  missing: z.array(z.string()).readonly().nullable(),
  // Discord user ids of those who set up its rules, without duplicates.
  users: z.array(z.string()).readonly(),
  // Number of alerts waiting for the channel.
  waiting: z.number(),
  // Set if the channel is a ticker, which Discord does not rename.
  isTicker: z.literal(true).optional(),
});

/**
 * Informs the users who set up a channel, in another channel, that Discord refuses the bot there. Rules cannot select
 * it.
 */
export type NoticeAlert = Readonly<z.infer<typeof schema>>;

/** Maximum users mentioned, so that they fit into a line. */
const MAX_USERS = 20;

function remedyText({ remedy, goesOn }: ChannelProblem, { messages }: DescribeContext): Segments {
  const { channelProblems: words } = messages;
  const text = (words: string): Segments => [{ type: 'text', text: words }];
  if (goesOn === 'when resumed') return text(words.noticeResume);
  if (goesOn === 'by itself' && remedy !== null) return text(words.noticePlease(remedy));
  return text(words.noticeMove);
}

/** Describes which ticker cannot be renamed, why, and what to do. */
function describeTicker(
  { channelId, code, missing, users }: NoticeAlert,
  context: DescribeContext,
): TextDescription {
  const { channelProblems, ticker: words } = context.messages;
  const { why, remedy } = context.tickerProblem(code, missing);
  const channel: Segment = { type: 'channel', id: channelId };
  const advice = remedy === null ? words.noticeRetry : words.noticePlease(remedy);
  return {
    layout: 'text',
    headline: channelProblems.noticeHeadline,
    audience: users.slice(0, MAX_USERS),
    paragraphs: [words.noticeStopped(channel, why), [{ type: 'text', text: advice }]],
    merged: {
      intro: [{ type: 'text', text: channelProblems.noticeStoppedSeveral }],
      line: channelProblems.noticeChannel(channel, why),
      more: channelProblems.noticeMoreChannels,
    },
  };
}

/** Describes which channel refuses the bot, why, and what to do. */
function describe(alert: NoticeAlert, context: DescribeContext): TextDescription {
  if (alert.isTicker === true) return describeTicker(alert, context);
  const { channelId, code, missing, users, waiting } = alert;
  const { channelProblems: words } = context.messages;
  const problem = context.channelProblem(code, missing);
  const channel: Segment = { type: 'channel', id: channelId };
  // Alerts that will never be posted do not wait.
  const alerts = problem.goesOn === 'never' ? 0 : waiting;
  return {
    layout: 'text',
    headline: words.noticeHeadline,
    audience: users.slice(0, MAX_USERS),
    paragraphs: [words.noticeStopped(channel, problem.why, alerts), remedyText(problem, context)],
    merged: {
      intro: [{ type: 'text', text: words.noticeStoppedSeveral }],
      line: words.noticeChannel(channel, problem.why),
      more: words.noticeMoreChannels,
    },
  };
}

export const notice = {
  kind: 'notice',
  schema,
  ...outsideRules<NoticeAlert>(),
  describe,
} satisfies Kind<NoticeAlert, TextDescription>;

/** Creates a notice. */
export function newNoticeAlert(fields: Omit<NoticeAlert, 'kind' | 'topic'>): NoticeAlert {
  return { kind: notice.kind, topic: notice.kind, ...fields };
}

export function isNotice(alert: AlertBase | NoticeAlert): alert is NoticeAlert {
  return alert.kind === notice.kind;
}
