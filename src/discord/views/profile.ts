import type { APIEmbed, APIEmbedField } from 'discord.js';
import { shortAddress } from '../../chain/address.ts';
import type { Wei } from '../../chain/wei.ts';
import type { Holdings } from '../../marketplace/model/holdings.ts';
import type { Profile } from '../../marketplace/model/profile.ts';
import { htmlToText } from '../html.ts';
import { choosePicture } from '../pictures.ts';
import { escapeMarkdownLine } from '../text.ts';
import type { ViewContext } from './context.ts';
import { holdingsText } from './holdings.ts';
import { givenName } from './naming.ts';
import { amountText, exactText } from './price.ts';
import { socialText } from './social-links.ts';

const PROFILE_COLOUR = 0x1abc9c;
const BIO_LENGTH = 600;
const NAME_LENGTH = 120;

/** What a person is called, escaped. */
function personName({ name, address }: Pick<Profile, 'name' | 'address'>): string {
  return escapeMarkdownLine(givenName(name, NAME_LENGTH), NAME_LENGTH) || shortAddress(address);
}

function fieldsOf(profile: Profile, holdings: Holdings | null, context: ViewContext): APIEmbedField[] {
  const { amounts, profile: words, writer } = context.messages;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  // The API reports 0 for what a private profile hides.
  const unlessHidden = <T>(value: T | null, nothing: T): T | null =>
    profile.isPrivate && value === nothing ? null : value;
  const count = (value: number | null) => (value === null ? null : writer.number(value));
  const amount = (value: Wei | null) => {
    if (value === null) return null;
    const exact = exactText(value, context);
    return `${amountText(value, context)}${exact === null ? '' : `\n-# ${amounts.exactly(exact)}`}`;
  };
  const total = profile.ownedTokens ?? holdings?.total ?? null;
  const collections = profile.ownedCollections ?? (holdings?.whole === true ? holdings.each.length : null);
  add(words.items, count(unlessHidden(total, 0)));
  add(words.collections, count(unlessHidden(collections, 0)));
  add(words.boughtFor, amount(unlessHidden(profile.volumeBought, 0n)));
  add(words.soldFor, amount(unlessHidden(profile.volumeSold, 0n)));
  add(words.holds, holdings === null ? null : holdingsText(holdings, context), false);
  add(words.elsewhere, socialText(profile.social), false);
  add(words.wallet, `\`${profile.address}\``, false);
  return fields;
}

/**
 * A person at one glance: who they are, what they own and trade, where else to find them. What is unknown is left out.
 * @param holdings `null` where they are not known, or not to be shown
 */
export function profileEmbed(profile: Profile, holdings: Holdings | null, context: ViewContext): APIEmbed {
  const page = context.links.profile(profile.address);
  const avatar = choosePicture([profile.avatar], null, context.marketplaceOrigin);
  const banner = choosePicture([profile.banner], null, context.marketplaceOrigin);
  const bio = escapeMarkdownLine(htmlToText(profile.bio ?? ''), BIO_LENGTH);
  const { profile: words } = context.messages;
  const lines = [
    ...(bio === '' ? [] : [bio]),
    ...(profile.isPrivate ? [`-# ${words.isPrivate}`] : []),
    ...(profile.isNew ? [`-# ${words.isNew}`] : []),
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
