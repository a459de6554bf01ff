import { z } from 'zod';
import type { Rule, RuleFilter } from './expected-alerts.ts';
import { isAlertKind } from './kind-counts.ts';

const COIN_DECIMALS = 18;
/** The lead time of rules without a setting of their own; ends with other lead times are not checked. */
const DEFAULT_LEAD_MINUTES = 10;

/** The part of the bot's export that determines which alerts are expected. */
const alertsFile = z.object({
  channels: z.array(
    z.object({
      id: z.string(),
      settings: z
        .object({
          quiet: z.unknown().optional(),
          messagesAnHour: z.number().optional(),
          auctions: z.string().optional(),
        })
        .optional(),
      alerts: z.array(
        z.looseObject({
          alerts: z.array(z.string()),
          collection: z.union([z.string(), z.array(z.object({ address: z.string() }))]).optional(),
          price_from: z.string().optional(),
          price_to: z.string().optional(),
          below_floor: z.number().optional(),
          rank: z.number().optional(),
          traits: z.unknown().optional(),
          wallets: z.array(z.string()).optional(),
          not_wallets: z.array(z.string()).optional(),
          not_collections: z.unknown().optional(),
          not_tokens: z.unknown().optional(),
          not_traits: z.unknown().optional(),
          amount: z.string().optional(),
          ending: z.number().optional(),
          ends: z.string().optional(),
          once: z.boolean().optional(),
          paused: z.boolean().optional(),
        }),
      ),
    }),
  ),
});

type FileAlert = z.infer<typeof alertsFile>['channels'][number]['alerts'][number];

/** The present rules of a channel. */
export interface ChannelRules {
  readonly rules: readonly Rule[];
  /** Whether quiet hours or a message limit may delay alerts for long. */
  readonly delaysAlerts: boolean;
  /** Whether what becomes of an auction is only edited into its first message. */
  readonly cardOnly?: boolean;
}

/** Wei of an amount in coins: `12.5`. */
function wei(coins: string): bigint {
  const [whole = '', fraction = ''] = coins.split('.');
  return BigInt(`${whole}${fraction.slice(0, COIN_DECIMALS).padEnd(COIN_DECIMALS, '0')}`);
}

function filterOf(alert: FileAlert): RuleFilter | null {
  const { collection, below_floor, traits, amount, rank, wallets, not_wallets: notWallets } = alert;
  const { price_from: priceFrom, price_to: priceTo } = alert;
  if (collection === 'whitelisted') return null;
  const excluded = [alert.not_collections, alert.not_tokens, alert.not_traits, alert.ends, alert.once];
  if ([below_floor, traits, amount, ...excluded].some((asked) => asked !== undefined)) return null;
  return {
    ...(priceFrom === undefined ? {} : { priceFrom: wei(priceFrom) }),
    ...(priceTo === undefined ? {} : { priceTo: wei(priceTo) }),
    ...(rank === undefined ? {} : { rankAtMost: rank }),
    ...(wallets === undefined ? {} : { onlyWallets: wallets }),
    ...(notWallets === undefined ? {} : { notWallets }),
  };
}

function ruleOf(alert: FileAlert): Rule {
  const { alerts, collection, ending = DEFAULT_LEAD_MINUTES } = alert;
  const kinds = alerts.filter(isAlertKind);
  return {
    kinds: ending === DEFAULT_LEAD_MINUTES ? kinds : kinds.filter((kind) => kind !== 'auction_ending'),
    collections: Array.isArray(collection) ? collection.map(({ address }) => address.toLowerCase()) : null,
    filter: filterOf(alert),
  };
}

/**
 * Reads the file of `/alerts export`: the one description of the rules that needs no parsing of sentences.
 * @returns the rules of each channel by its id; a channel that is absent has none
 * @throws Error for any other file
 */
export function readRulesFile(text: string): ReadonlyMap<string, ChannelRules> {
  const { channels } = alertsFile.parse(JSON.parse(text));
  return new Map(
    channels.map(({ id, settings, alerts }) => [
      id,
      {
        rules: alerts.filter(({ paused }) => paused !== true).map(ruleOf),
        delaysAlerts: settings?.quiet !== undefined || settings?.messagesAnHour !== undefined,
        cardOnly: settings?.auctions === 'card',
      },
    ]),
  );
}
