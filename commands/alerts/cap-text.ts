import type { Rule } from '#src/alerts/subscription.ts';
import { exceededLimit, type LimitExceeded, RULE_LIMITS } from '#src/alerts/subscription-revision.ts';
import { requireTargetChannel } from '#src/discord/access/member-permissions.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { type Sentence, UserError } from '#src/discord/user-error.ts';

/** The draft mentions the number of remaining alerts if it is this or less. */
const FEW_LEFT = { channel: 5, server: 50 } as const;

/** Explains why nothing was changed, and how to make room. */
export function overCapText(over: LimitExceeded): Sentence {
  const maximum = RULE_LIMITS[over.of];
  return ({ setUp }) =>
    over.of === 'channel'
      ? setUp.tooManyInChannel(maximum, `<#${over.channelId}>`, over.count)
      : setUp.tooManyInServer(maximum, over.count);
}

interface OneMore {
  /** The limit that another alert would exceed; `null` for none. */
  readonly over: LimitExceeded | null;
  /** Sentences on how little room is left. */
  readonly near: readonly string[];
}

/** Checks the limits for one more alert in the channel. */
export async function checkCap(
  guildId: string,
  channelId: string,
  { store, view }: Pick<CommandServices, 'store' | 'view'>,
): Promise<OneMore> {
  const present = await store.subscriptionCounts(guildId);
  const over = exceededLimit({ present, coming: new Map([[channelId, 1]]), going: new Map() });
  const inChannel = (present.get(channelId) ?? 0) + 1;
  const inServer = [...present.values()].reduce((sum, count) => sum + count, 1);
  const { setUp: words } = view.messages;
  return {
    over,
    near: [
      ...(inChannel > RULE_LIMITS.channel - FEW_LEFT.channel
        ? [words.fewLeftInChannel(`<#${channelId}>`, inChannel, RULE_LIMITS.channel)]
        : []),
      ...(inServer > RULE_LIMITS.server - FEW_LEFT.server
        ? [words.fewLeftInServer(inServer, RULE_LIMITS.server)]
        : []),
    ],
  };
}

/**
 * Checks whether there can be such a new alert in the channel.
 * @throws UserError when the requester, or the bot, may not post in the channel, or it has the maximum number of alerts
 */
export async function requireRoomFor(
  { channelId, rule }: { readonly channelId: string; readonly rule: Rule },
  context: AnswerContext,
): Promise<void> {
  await requireTargetChannel(channelId, [rule], context);
  const missing = missingPermissionsText(channelId, context.services);
  if (missing !== null) throw new UserError(missing);
  const { over } = await checkCap(context.guildId, channelId, context.services);
  if (over !== null) throw new UserError(overCapText(over));
}
