import { CAPS, type OverCap, overCap } from '../../domain/subscription-revision.ts';
import type { CommandServices } from '../services.ts';
import type { ViewContext } from '../views/context.ts';
import { numberText } from '../views/numbers.ts';

/** From so many left on, the set-up says how many there are. */
const FEW_LEFT = { channel: 5, server: 50 } as const;

/** Why nothing was changed, and what makes room. */
export function overCapText(over: OverCap, view: ViewContext): string {
  const [most, count] = [CAPS[over.of], over.count].map((number) => numberText(number, view));
  return over.of === 'channel'
    ? `A channel can have at most ${most} alerts, and <#${over.channelId}> would have ${count}. I changed nothing. Take some away with \`/alerts remove\`, or choose another channel.`
    : `A server can have at most ${most} alerts, and this one would have ${count}. I changed nothing. Take some away with \`/alerts remove\`.`;
}

interface OneMore {
  /** Why there is no room for it; `null` where there is. */
  readonly over: OverCap | null;
  /** Sentences on how little room it leaves. */
  readonly near: readonly string[];
}

/** What one more alert in the channel comes to. */
export async function oneMore(
  guildId: string,
  channelId: string,
  { subscriptions, view }: Pick<CommandServices, 'subscriptions' | 'view'>,
): Promise<OneMore> {
  const present = await subscriptions.counts(guildId);
  const over = overCap({ present, coming: new Map([[channelId, 1]]), going: new Map() });
  const inChannel = (present.get(channelId) ?? 0) + 1;
  const inServer = [...present.values()].reduce((sum, count) => sum + count, 1);
  const number = (count: number) => numberText(count, view);
  return {
    over,
    near: [
      ...(inChannel > CAPS.channel - FEW_LEFT.channel
        ? [`With this one <#${channelId}> has ${number(inChannel)} of ${number(CAPS.channel)} alerts.`]
        : []),
      ...(inServer > CAPS.server - FEW_LEFT.server
        ? [`With this one the server has ${number(inServer)} of ${number(CAPS.server)} alerts.`]
        : []),
    ],
  };
}
