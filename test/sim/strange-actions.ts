import type { StrangeAction } from './strange-plans.ts';
import { BOT_ID, channelIdOf, type SimulatedMessage } from './world/discord/state.ts';
import type { TradePlan } from './world/market.ts';
import type { World } from './world/world.ts';

const MINUTE = 60_000;
const FLICKER_MS = 100;
const COIN = 10n ** 18n;
const KIND_OF_ODD = {
  'id used again': 'sale',
  'coin by symbol': 'sale',
  burn: 'burn',
  'bundle sold': 'sale',
  'bundle listed': 'listing',
} as const;
/** Sales of as many in one transaction, each in a record of its own, would be two alerts. */
const BUNDLED = 2;
/** A channel that stopped is tried again after 1, 5 and 30 minutes. */
export const TRIED_AGAIN_MS = 40 * MINUTE;

/** Does what no author imagined. */
export function createStrangeActions(deps: {
  readonly world: World;
  readonly later: (ms: number, run: () => void) => void;
  readonly disturb: (lastsMs: number) => void;
  readonly trade: (event: TradePlan) => void;
  readonly log: (line: string) => void;
  /** The nonce of the channel's message of which the bot does not know whether it arrived; `null` for none. */
  readonly heldNonce: (channelId: string) => string | null;
  /** An admin said that the message was posted; the bot does not know its id. */
  readonly onMarkedAsPosted: (channelId: string) => void;
}): (action: StrangeAction) => void {
  const { world, later, disturb, trade, log, heldNonce, onMarkedAsPosted } = deps;
  const { discord, faults, admin, gateway, market } = world;

  /** The bot's newest message in the channel that is still there. */
  const newestIn = (channel: number): SimulatedMessage | undefined =>
    discord
      .channel(channelIdOf(channel))
      .messages.findLast(({ authorId, deletedAt }) => authorId === BOT_ID && deletedAt === null);

  function answerHeld(number: number): void {
    const channel = discord.channel(channelIdOf(number));
    const held = heldNonce(channel.id);
    if (held === null) return;
    const isPosted = channel.messages.some(({ nonce }) => nonce === held);
    if (isPosted) onMarkedAsPosted(channel.id);
    const press = [isPosted ? `#${channel.name}: mark as posted` : `#${channel.name}: post now`];
    admin.run({ command: 'alerts', subcommand: 'health', options: [], press }, ({ text }) =>
      log(`answer about ${channel.name}: ${text.split('\n')[0]}`),
    );
  }

  return (action) => {
    switch (action.do) {
      case 'strange refusal': {
        disturb(TRIED_AGAIN_MS);
        const { channel, part, status, code, times } = action;
        const channelId = channel === null ? null : channelIdOf(channel);
        return faults.plan({ channelId, part, fault: { status, code }, left: times });
      }
      case 'suppress embeds': {
        const message = newestIn(action.channel);
        if (message !== undefined) message.isSuppressed = true;
        return;
      }
      case 'delete message': {
        const message = newestIn(action.channel);
        if (message !== undefined) message.deletedAt = discord.now();
        return;
      }
      case 'close thread': {
        disturb(action.lastsMs + TRIED_AGAIN_MS);
        const channel = discord.channel(channelIdOf(action.channel));
        channel.thread = action.to;
        return later(action.lastsMs, () => {
          channel.thread = 'open';
        });
      }
      case 'flicker permission': {
        disturb(action.lastsMs + TRIED_AGAIN_MS);
        const channel = discord.channel(channelIdOf(action.channel));
        for (let at = 0; at < action.lastsMs; at += 2 * FLICKER_MS) {
          later(at, () => {
            channel.denied.add('send');
            // Discord may be late with that, so not every time.
            if ((at / FLICKER_MS) % 4 === 0) gateway.channelChanged(channel);
          });
          later(at + FLICKER_MS, () => {
            channel.denied.delete('send');
            gateway.channelChanged(channel);
          });
        }
        return;
      }
      case 'unlistable history': {
        disturb(action.lastsMs + 6 * MINUTE);
        const channel = discord.channel(channelIdOf(action.channel));
        channel.isListable = false;
        return later(action.lastsMs, () => {
          channel.isListable = true;
        });
      }
      case 'answer held message':
        return answerHeld(action.channel);
      case 'ids made anew':
        return market.makeIdsAnew();
      case 'odd trade': {
        const { odd, collection } = action;
        const isBundle = odd === 'bundle sold' || odd === 'bundle listed';
        return trade({
          ...{ kind: KIND_OF_ODD[odd], collection, price: 4n * COIN },
          ...(isBundle ? { tokens: BUNDLED } : {}),
          ...(odd === 'coin by symbol' ? { coin: 'APE' } : {}),
          ...(odd === 'id used again' ? { hasOldId: true } : {}),
        });
      }
      case 'late bid':
        return market.bid(action.auction, COIN, { shownLateMs: action.shownLateMs });
    }
  };
}
