import type { APIEmbed, APIEmbedField } from 'discord.js';
import { shortAddress } from '../../domain/address.ts';
import type { Holdings } from '../../domain/holdings.ts';
import type { Profile } from '../../domain/profile.ts';
import type { Wei } from '../../domain/wei.ts';
import { wordsOfHtml } from '../html.ts';
import { pictureOf } from '../pictures.ts';
import { escapedLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { holdingsText } from './holdings.ts';
import { numberText } from './numbers.ts';
import { amountText, exactText } from './price.ts';
import { socialText } from './social-links.ts';

const PROFILE_COLOUR = 0x1abc9c;
const BIO_LENGTH = 600;
const NAME_LENGTH = 120;

/** What a person is called, escaped. */
function personName({ name, address }: Pick<Profile, 'name' | 'address'>): string {
  return escapedLine(name ?? '', NAME_LENGTH) || shortAddress(address);
}

function fieldsOf(profile: Profile, holdings: Holdings | null, context: ViewContext): APIEmbedField[] {
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  // What a private profile leaves out reads as 0.
  const told = <T>(value: T | null, nothing: T): T | null =>
    profile.isPrivate && value === nothing ? null : value;
  const count = (value: number | null) => (value === null ? null : numberText(value, context));
  const amount = (value: Wei | null) => {
    if (value === null) return null;
    const exact = exactText(value, context);
    return `${amountText(value, context)}${exact === null ? '' : `\n-# exactly ${exact}`}`;
  };
  const total = profile.ownedTokens ?? holdings?.total ?? null;
  const collections = profile.ownedCollections ?? (holdings?.whole === true ? holdings.each.length : null);
  add('Items', count(told(total, 0)));
  add('Collections', count(told(collections, 0)));
  add('Bought for', amount(told(profile.volumeBought, 0n)));
  add('Sold for', amount(told(profile.volumeSold, 0n)));
  add('Holds', holdings === null ? null : holdingsText(holdings, context), false);
  add('Elsewhere', socialText(profile.social), false);
  add('Wallet', `\`${profile.address}\``, false);
  return fields;
}

/**
 * A person at one glance: who they are, what they own and trade, where else to find them. What is not told is left out.
 * @param holdings `null` where they are not known, or not to be shown
 */
export function profileEmbed(profile: Profile, holdings: Holdings | null, context: ViewContext): APIEmbed {
  const page = context.links.profile(profile.address);
  const avatar = pictureOf([profile.avatar], null, context.marketplaceOrigin);
  const banner = pictureOf([profile.banner], null, context.marketplaceOrigin);
  const bio = escapedLine(wordsOfHtml(profile.bio ?? ''), BIO_LENGTH);
  const lines = [
    ...(bio === '' ? [] : [bio]),
    ...(profile.isPrivate
      ? ['-# This profile is private, and I respect that: here is only what the marketplace shows of it.']
      : []),
    ...(profile.isNew ? ['-# New here: they have not told anything about themselves yet.'] : []),
  ];
  return {
    color: PROFILE_COLOUR,
    title: personName(profile),
    ...(page === null ? {} : { url: page }),
    ...(lines.length === 0 ? {} : { description: lines.join('\n') }),
    fields: fieldsOf(profile, holdings, context),
    ...(avatar === null ? {} : { thumbnail: { url: avatar.url } }),
    ...(banner === null ? {} : { image: { url: banner.url } }),
    footer: { text: context.marketplaceName },
  };
}
