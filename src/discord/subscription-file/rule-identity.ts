import type { Rule } from '../../domain/subscription.ts';

/** The same text for the same rule in the same channel, and for no other. */
export function ruleIdentity(channelId: string, { kinds, filter, endingLead }: Rule): string {
  const { collections, traits, ...rest } = filter;
  const these = collections.type === 'these' ? collections.addresses : [];
  const traitTexts =
    traits === null ? null : [traits.mode, ...traits.traits.map(({ type, value }) => [type, value])];
  const parts = [
    channelId,
    kinds,
    endingLead,
    collections.type,
    these,
    traitTexts,
    rest.priceFrom,
    rest.priceTo,
    rest.belowFloorPercent,
    rest.rankAtMost,
    rest.onlyWallets,
    rest.notWallets,
    rest.quantityFrom,
  ];
  return JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
