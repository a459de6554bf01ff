import { z } from 'zod';
import type { Rule, RuleFilter, WalletRole } from './expected-alerts.ts';
import { isAlertKind } from './kind-counts.ts';
import type { ChannelRules } from './rules-file.ts';

/** A person's messages in an hour; what comes beyond them waits for a summary. */
export const MESSAGES_AN_HOUR = 20;

const wei = z.string().regex(/^\d+$/).transform(BigInt);

/** The part of the bot's export of a person that determines which alerts are expected. */
const watchesFile = z.object({
  watches: z.array(
    z.object({
      topics: z.array(z.string()),
      pausedAt: z.number().nullable(),
      filter: z.looseObject({
        collection: z.union([z.literal('whitelisted'), z.array(z.string())]).optional(),
        tokens: z.array(z.string()).optional(),
        price_to: wei.optional(),
        rank: z.number().optional(),
        wallets: z.array(z.string()).optional(),
        wallet_role: z.string().optional(),
      }),
    }),
  ),
  messages: z.object({ quiet: z.unknown() }).nullable(),
});

type Filter = z.infer<typeof watchesFile>['watches'][number]['filter'];

/** What the check can judge; another condition owes nothing. */
const JUDGED: ReadonlySet<string> = new Set([
  'collection',
  'tokens',
  'price_to',
  'rank',
  'wallets',
  'wallet_role',
]);

const isJudgedRole = (role: string | undefined): role is WalletRole | undefined =>
  role === undefined || role === 'seller' || role === 'buyer';

function filterOf(filter: Filter): RuleFilter | null {
  const { collection, tokens, rank, wallets } = filter;
  const { price_to: priceTo, wallet_role: role } = filter;
  if (collection === 'whitelisted' || !isJudgedRole(role)) return null;
  if (Object.keys(filter).some((key) => !JUDGED.has(key))) return null;
  return {
    ...(tokens === undefined ? {} : { tokens }),
    ...(priceTo === undefined ? {} : { priceTo }),
    ...(rank === undefined ? {} : { rankAtMost: rank }),
    ...(wallets === undefined ? {} : { onlyWallets: wallets }),
    ...(role === undefined ? {} : { walletRole: role }),
  };
}

/** The wallets of a watch for being outbid, or for winning, in any auction; none of any other watch. */
function walletsOf(topics: readonly string[], { wallets = [], wallet_role: role, ...more }: Filter) {
  const isAny = Object.keys(more).every((key) => key === 'collection') && more.collection !== 'whitelisted';
  if (isAny && role === 'outbid' && topics.includes('auction_bid')) return { outbid: wallets };
  return isAny && role === 'leader' && topics.includes('auction_ended') ? { won: wallets } : {};
}

/**
 * Reads the file of `/watch export`.
 * @returns the rules of a person's direct messages
 * @throws Error for any other file
 */
export function readWatchesFile(text: string): ChannelRules {
  const { watches, messages } = watchesFile.parse(JSON.parse(text));
  const rules = watches
    .filter(({ pausedAt }) => pausedAt === null)
    .map(
      ({ topics, filter }): Rule => ({
        kinds: topics.filter(isAlertKind),
        collections: Array.isArray(filter.collection) ? filter.collection : null,
        filter: filterOf(filter),
        ...walletsOf(topics, filter),
      }),
    );
  return { rules, delaysAlerts: (messages?.quiet ?? null) !== null };
}
