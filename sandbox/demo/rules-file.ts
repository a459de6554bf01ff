import { z } from 'zod';
import { TOLD_KINDS, type ToldKind } from './kinds.ts';
import type { Rule, RuleFilter } from './owed.ts';

const WEI_A_COIN_DIGITS = 18;
/** The lead time of rules that say nothing else; the ends of others are told at moments that nobody here knows. */
const USUAL_LEAD_MINUTES = 10;

/** What of the bot's export says what a channel is owed. */
const alertsFile = z.object({
  channels: z.array(
    z.object({
      id: z.string(),
      settings: z.object({ quiet: z.unknown().optional(), messagesAnHour: z.number().optional() }).optional(),
      alerts: z.array(
        z.looseObject({
          tell: z.array(z.string()),
          collections: z.union([z.string(), z.array(z.object({ address: z.string() }))]).optional(),
          priceFrom: z.string().optional(),
          priceTo: z.string().optional(),
          percentBelowFloor: z.number().optional(),
          rankAtMost: z.number().optional(),
          traits: z.unknown().optional(),
          onlyWallets: z.array(z.string()).optional(),
          notWallets: z.array(z.string()).optional(),
          unitsFrom: z.string().optional(),
          endingMinutes: z.number().optional(),
          paused: z.boolean().optional(),
        }),
      ),
    }),
  ),
});

type FileAlert = z.infer<typeof alertsFile>['channels'][number]['alerts'][number];

/** What a channel asks for now. */
export interface ChannelRules {
  readonly rules: readonly Rule[];
  /** Whether quiet hours or a limit of messages let alerts wait for long. */
  readonly holds: boolean;
}

/** Wei of an amount in coins: `12.5`. */
function wei(coins: string): bigint {
  const [whole = '', fraction = ''] = coins.split('.');
  return BigInt(`${whole}${fraction.slice(0, WEI_A_COIN_DIGITS).padEnd(WEI_A_COIN_DIGITS, '0')}`);
}

function filterOf(alert: FileAlert): RuleFilter | null {
  const { percentBelowFloor, traits, unitsFrom, priceFrom, priceTo, rankAtMost, onlyWallets, notWallets } =
    alert;
  if (alert.collections === 'whitelisted') return null;
  if ([percentBelowFloor, traits, unitsFrom].some((asked) => asked !== undefined)) return null;
  return {
    ...(priceFrom === undefined ? {} : { priceFrom: wei(priceFrom) }),
    ...(priceTo === undefined ? {} : { priceTo: wei(priceTo) }),
    ...(rankAtMost === undefined ? {} : { rankAtMost }),
    ...(onlyWallets === undefined ? {} : { onlyWallets }),
    ...(notWallets === undefined ? {} : { notWallets }),
  };
}

const isToldKind = (kind: string): kind is ToldKind => TOLD_KINDS.some((one) => one === kind);

function ruleOf(alert: FileAlert): Rule {
  const { tell, collections, endingMinutes = USUAL_LEAD_MINUTES } = alert;
  const kinds = tell.filter(isToldKind);
  return {
    kinds: endingMinutes === USUAL_LEAD_MINUTES ? kinds : kinds.filter((kind) => kind !== 'auction_ending'),
    collections: Array.isArray(collections) ? collections.map(({ address }) => address.toLowerCase()) : null,
    filter: filterOf(alert),
  };
}

/**
 * Reads the file of `/alerts export`: it is the one form in which the bot says what it will post that has no words in it.
 * @returns what each channel asks for, by its id; a channel that is not there asks for nothing
 * @throws Error for what is no such file
 */
export function readRulesFile(text: string): ReadonlyMap<string, ChannelRules> {
  const { channels } = alertsFile.parse(JSON.parse(text));
  return new Map(
    channels.map(({ id, settings, alerts }) => [
      id,
      {
        rules: alerts.filter(({ paused }) => paused !== true).map(ruleOf),
        holds: settings?.quiet !== undefined || settings?.messagesAnHour !== undefined,
      },
    ]),
  );
}
