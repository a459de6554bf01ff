import { z } from 'zod';
import { type AlertFilter, EVERYTHING, type TraitChoice } from '../../domain/alert-filter.ts';
import { ALERT_KINDS, type AlertKind } from '../../domain/alert-kind.ts';
import { ENDING_LEADS, type Rule } from '../../domain/subscription.ts';
import { address, alertKind, bigint, json, writeJson } from './reader.ts';

/**
 * The part of a filter that is not left open. Only that is written, so a filter of today reads the same when filters
 * can say more.
 */
function setParts({ collections, ...filter }: AlertFilter): Record<string, unknown> {
  const collectionPart =
    collections.type === 'every'
      ? []
      : [['collections', collections.type === 'these' ? collections.addresses : collections.type]];
  const others = Object.entries(filter).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries([...collectionPart, ...others]);
}

function inOrder(kinds: readonly AlertKind[]): readonly AlertKind[] {
  return ALERT_KINDS.filter((kind) => kinds.includes(kind));
}

function sortedOnce<T extends string>(texts: readonly T[]): T[] {
  return [...new Set(texts)].sort();
}

/** Traits are compared without regard to case, so rules that differ in nothing else are the same. */
function canonicalTraits({ mode, traits }: TraitChoice): unknown {
  const pairs = traits.map(({ type, value }) => JSON.stringify([type.toLowerCase(), value.toLowerCase()]));
  const distinct = sortedOnce(pairs);
  return { mode: distinct.length === 1 ? 'any' : mode, traits: distinct };
}

/** The kinds as JSON text, in the order of `ALERT_KINDS`, each once. */
export function writeKinds(kinds: readonly AlertKind[]): string {
  return JSON.stringify(inOrder(kinds));
}

/** The filter as JSON text; amounts are decimal strings. */
export function writeFilter(filter: AlertFilter): string {
  return writeJson(setParts(filter));
}

/**
 * What the rule asks for in one canonical text: rules that ask for the same are equal texts. What is left open is not
 * in it, and neither is the lead of a rule that tells no endings.
 */
export function canonicalRule({ kinds, filter, endingLead }: Rule): string {
  const { collections, onlyWallets, notWallets, traits } = filter;
  return writeJson({
    kinds: inOrder(kinds),
    ...setParts({
      ...filter,
      collections:
        collections.type === 'these'
          ? { type: 'these', addresses: sortedOnce(collections.addresses) }
          : collections,
      traits: null,
      onlyWallets: sortedOnce(onlyWallets),
      notWallets: sortedOnce(notWallets),
    }),
    ...(traits === null ? {} : { traits: canonicalTraits(traits) }),
    ...(kinds.includes('auction_ending') ? { endingLead } : {}),
  });
}

const collections = z.union([
  z.literal('whitelisted').transform((type) => ({ type })),
  z.array(address).transform((addresses) => ({ type: 'these' as const, addresses })),
]);

const filter = json.pipe(
  z.object({
    collections: collections.optional(),
    priceFrom: bigint.nullable().default(null),
    priceTo: bigint.nullable().default(null),
    belowFloorPercent: z.number().nullable().default(null),
    rankAtMost: z.number().nullable().default(null),
    traits: z
      .object({
        mode: z.enum(['any', 'all']),
        traits: z.array(z.object({ type: z.string(), value: z.string() })),
      })
      .nullable()
      .default(null),
    onlyWallets: z.array(address).default([]),
    notWallets: z.array(address).default([]),
    quantityFrom: bigint.nullable().default(null),
  }),
);

/** The columns that make a rule, in `subscriptions` and in `drafts`. */
export const ruleColumns = {
  kinds: json.pipe(z.array(alertKind)),
  filter: filter.transform(
    (parts): AlertFilter => ({ ...parts, collections: parts.collections ?? EVERYTHING.collections }),
  ),
  ending_lead: z.literal([...ENDING_LEADS]),
};
