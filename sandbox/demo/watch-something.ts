import type { LocalDiscord, Reply } from '../discord/local-discord.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import { retryUntilAnswered, type Scenario } from './scenario.ts';

/** A bot that is starved of CPU time may miss Discord's three-second limit many times in a row. */
const ANSWER_TIMEOUT_MS = 120_000;
/** More than any token costs, in coins: every listing is told. */
const ANY_PRICE = '1000000000';

/** So many are theirs, so that one of them may win. The panel's **Outbid me** lets them be outbid. */
const OWN_WALLETS = 5;

/** The wallets that bid most in past auctions, the busiest first. */
export function bidders({ ledger }: EmbeddedMarketplace): readonly string[] {
  const bids = Map.groupBy(
    ledger.auctions().flatMap((auction) => auction.bids),
    ({ bidder }) => bidder,
  );
  return [...bids].toSorted(([, one], [, other]) => other.length - one.length).map(([bidder]) => bidder);
}

/**
 * Lets one of the people watch something as a person would, by slash commands: listings of the favourite collection and, with the
 * wallets that bid most, the auctions in which they are outbid or win.
 * @returns the replies
 * @throws Error when the bot does not respond
 */
export async function watchSomething(
  discord: LocalDiscord,
  marketplace: EmbeddedMarketplace,
  { watcherId, landingChannelId }: Scenario,
): Promise<readonly Reply[]> {
  const [favourite] = marketplace.collections();
  if (landingChannelId === null || favourite === undefined) return [];
  const person = discord.person({ userId: watcherId, channelId: landingChannelId });
  const deadline = Date.now() + ANSWER_TIMEOUT_MS;
  const wallets = bidders(marketplace).slice(0, OWN_WALLETS);
  const ofWallets =
    wallets.length === 0
      ? []
      : [
          ...wallets.map((wallet) => ['watch me', { add: wallet }] as const),
          ['watch add', { when: 'wallet.outbid' }] as const,
          ['watch add', { when: 'wallet.won' }] as const,
        ];
  const commands = [
    ['watch add', { when: 'collection.listed_below', what: favourite.address, price: ANY_PRICE }],
    ...ofWallets,
  ] as const;
  const replies: Reply[] = [];
  for (const [name, options] of commands)
    replies.push(await retryUntilAnswered(`/${name}`, deadline, () => person.command(name, options)));
  return replies;
}
