import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import { type Address, parseAddress, shortAddress } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows, linkButton } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { profileLink, watchWalletLink } from '#src/discord/components/targets.ts';
import { htmlToText } from '#src/discord/html.ts';
import { resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import { choosePicture } from '#src/discord/pictures.ts';
import { escapeMarkdownLine } from '#src/discord/text.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { withAge } from '#src/discord/views/list-embed.ts';
import { givenName } from '#src/discord/views/naming.ts';
import { amountText, exactText } from '#src/discord/views/price.ts';
import type { Holdings } from '#src/marketplace/holdings.ts';
import type { Profile } from '#src/marketplace/resources/profile.ts';
import { profileOrNull, resolveUser, unknownUserError, whoOption } from '../user-option.ts';
import { holdingsText, readHoldings } from './holdings.ts';
import { ownedLink } from './nfts.ts';
import { socialText } from './social-links.ts';

/** Builds the profile of a wallet of which only the tokens are known. */
function bareProfile(address: Address): Profile {
  return {
    address,
    name: null,
    nameTokenId: null,
    bio: null,
    avatar: null,
    banner: null,
    social: { x: null, instagram: null, discord: null, github: null, website: null, email: null },
    ownedTokens: null,
    ownedCollections: null,
    volumeBought: null,
    volumeSold: null,
    isPrivate: false,
    isNew: false,
  };
}

const PROFILE_COLOUR = 0x1abc9c;
const BIO_LENGTH = 600;
const NAME_LENGTH = 120;

/** Returns the name of a user, escaped. */
function personName({ name, address }: Pick<Profile, 'name' | 'address'>): string {
  return escapeMarkdownLine(givenName(name, NAME_LENGTH), NAME_LENGTH) || shortAddress(address);
}

function fieldsOf(profile: Profile, holdings: Holdings | null, context: ViewContext): APIEmbedField[] {
  const { amounts, profile: words, writer } = context.messages;
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | null, inline = true) => {
    if (value !== null) fields.push({ name, value, inline });
  };
  // The API reports 0 for values that a private profile hides.
  const unlessHidden = <T>(value: T | null, nothing: T): T | null =>
    profile.isPrivate && value === nothing ? null : value;
  const count = (value: number | null) => (value === null ? null : writer.number(value));
  const amount = (value: Wei | null) => {
    if (value === null) return null;
    const exact = exactText(value, context);
    return `${amountText(value, context)}${exact === null ? '' : `\n-# ${amounts.exactly(exact)}`}`;
  };
  const reported = profile.ownedTokens ?? holdings?.total ?? null;
  // There are at least as many as were counted, even if the marketplace's total is lower.
  const total = reported === null ? null : Math.max(reported, holdings?.counted ?? 0);
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
 * Builds the overview of a user: who they are, what they own and trade, and links to other networks. Unknown values are
 * left out.
 * @param holdings `null` if unknown or hidden
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

/** A profile with its holdings; `null` if unknown or hidden. */
interface ShownProfile {
  readonly profile: Dated<Profile>;
  readonly holdings: Dated<Holdings> | null;
}

/**
 * Loads the profile of a user, by address or name.
 * @throws UserError if the marketplace does not know the user
 */
async function loadProfile(identifier: string, context: AnswerContext): Promise<ShownProfile> {
  const { lookups } = context.services;
  const address = parseAddress(identifier);
  const holdingsOf = (who: Address) => resultOrNull(readHoldings(who, lookups));
  const [profile, prefetched] = await Promise.all([
    profileOrNull(identifier, context),
    address === null ? null : holdingsOf(address),
  ]);
  if (profile === null) {
    // A wallet without a profile may still own tokens.
    const owns = prefetched !== null && prefetched.value.counted > 0;
    if (address === null || !owns) throw unknownUserError(identifier);
    return { profile: { ...prefetched, value: bareProfile(address) }, holdings: prefetched };
  }
  if (profile.value.isPrivate) return { profile, holdings: null };
  return { profile, holdings: address === null ? await holdingsOf(profile.value.address) : prefetched };
}

function render({ profile, holdings }: ShownProfile, context: AnswerContext): Answer {
  const { view } = context.services;
  const { address: who } = profile.value;
  const { lists, profile: words } = view.messages;
  const age = {
    asOf: Math.min(profile.asOf, holdings?.asOf ?? profile.asOf),
    stale: profile.stale || holdings?.stale === true,
  };
  const all = { who, page: 1, collection: null } as const;
  return {
    embeds: [withAge(profileEmbed(profile.value, holdings?.value ?? null, view), age, view)],
    components: buttonRows([
      button(words.nfts, ownedLink.to({ ...all, sort: 'acquiredAt', listed: false }), context, 'primary'),
      button(words.listed, ownedLink.to({ ...all, sort: 'listingPrice', listed: true }), context),
      button(view.messages.watches.button, watchWalletLink.to({ who }), context),
      ...linkButton(lists.open, view.links.profile(who)),
    ]),
  };
}

/** Shows a user by address or name, for the command. Rejects with a UserError if the marketplace knows no such user. */
export async function answerUser(identifier: string, context: AnswerContext): Promise<Answer> {
  return render(await loadProfile(identifier, context), context);
}

/** The profile of a wallet, with buttons to its NFTs. */
const profileScreen = defineComponent(profileLink, {
  load: ({ who }, context) => loadProfile(who, context),
  render: (shown, _values, context) => render(shown, context),
});

/** `/profile show`: one user. */
export const show: Subcommand = {
  name: 'show',
  definition: (messages) => ({
    description: messages.profile.description,
    options: [whoOption(messages)],
  }),
  example: 'who:kalo',
  answerTo: 'members',
  async execute(interaction, context) {
    return answerUser(resolveUser(interaction.options.getString('who', true), context.services), context);
  },
  components: [profileScreen],
};
