import { z } from 'zod';
import type { Segments } from '#src/messages/segment.ts';
import type { DescribeContext, TextDescription } from '../description.ts';
import type { AlertBase } from './alert-base.ts';
import type { Kind } from './kind.ts';
import { outsideRules } from './outside-rules.ts';
import { alertFields } from './parts.ts';

const schema = z.object({
  ...alertFields,
  kind: z.literal('greeting'),
  topic: z.literal('greeting'),
  guildId: z.string(),
  // The channel that was chosen for it.
  channelId: z.string(),
  // Permissions that alerts need there and the bot lacks, by their names in Discord's settings.
  missing: z.array(z.string()).readonly(),
});

/** Says in a server that just invited the bot what it does, with buttons to begin. Rules cannot select it. */
export type GreetingAlert = Readonly<z.infer<typeof schema>>;

function describe(
  { missing }: GreetingAlert,
  { messages, marketplaceName }: DescribeContext,
): TextDescription {
  const { greeting: words, permissions, writer } = messages;
  const text = (words: string): Segments => [{ type: 'text', text: words }];
  const names: Readonly<Record<string, string>> = permissions.names;
  const quoted = missing.map((name) => permissions.quoted(names[name] ?? name));
  const introduction = text(words.introduction(marketplaceName));
  return {
    layout: 'text',
    headline: introduction,
    audience: [],
    paragraphs: [
      introduction,
      ...(quoted.length === 0 ? [] : [text(words.permissionsMissing(writer.list(quoted, 'and')))]),
    ],
    merged: { intro: introduction, line: introduction, more: messages.channelProblems.noticeMoreChannels },
  };
}

export const greeting = {
  kind: 'greeting',
  schema,
  ...outsideRules<GreetingAlert>(),
  describe,
} satisfies Kind<GreetingAlert, TextDescription>;

/** Returns what the keys of all greetings of a server begin with. */
export const greetingKeyPrefix = (guildId: string): string => `${greeting.kind}:${guildId}:`;

/**
 * Creates the greeting of an invitation. Its key is the same for the same invitation, so that it is added once.
 * @param invitation.joinedAt when the bot joined the server, by Discord's clock, epoch ms
 * @param now by the clock that decides when a delivery expires, epoch ms: a greeting that seemed six hours old as it was
 *   added would expire at once and never be added again
 */
export function newGreetingAlert(
  invitation: Pick<GreetingAlert, 'guildId' | 'channelId' | 'missing'> & { readonly joinedAt: number },
  now: number,
): GreetingAlert {
  const { guildId, channelId, missing, joinedAt } = invitation;
  return {
    kind: greeting.kind,
    topic: greeting.kind,
    key: `${greetingKeyPrefix(guildId)}${joinedAt}`,
    liveKey: null,
    txHash: null,
    occurredAt: Math.floor(now / 1_000),
    ...{ guildId, channelId, missing },
  };
}

export function isGreeting(alert: AlertBase | GreetingAlert): alert is GreetingAlert {
  return alert.kind === greeting.kind;
}
