import { type Address, parseAddress } from '../../chain/address.ts';
import type { Dated } from '../../chain/dated.ts';
import type { Holdings } from '../../marketplace/model/holdings.ts';
import type { Profile } from '../../marketplace/model/profile.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, linkButton, screenButton } from '../components/buttons.ts';
import type { Screen } from '../screen.ts';
import { escapeMarkdownLine } from '../text.ts';
import { UserError } from '../user-error.ts';
import { withAge } from '../views/age.ts';
import { profileEmbed } from '../views/profile.ts';
import { readHoldings } from './holdings.ts';
import { isNotFound, resultOrNull } from './result-or-null.ts';

/** The profile of a wallet of which only the tokens are known. */
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

/** The error for a user that the marketplace does not know. */
export function unknownUserError(identifier: string): UserError {
  const who = escapeMarkdownLine(identifier, 80);
  return new UserError(({ profile }) =>
    parseAddress(identifier) === null ? profile.unknownName(who) : profile.unknownWallet(`\`${who}\``),
  );
}

async function profileOrNull(identifier: string, context: AnswerContext): Promise<Dated<Profile> | null> {
  try {
    return await context.services.lookups.profile(identifier);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/**
 * Resolves an address or user name to a wallet address.
 * @throws UserError when the marketplace does not know the name
 */
export async function resolveWallet(identifier: string, context: AnswerContext): Promise<Address> {
  const address = parseAddress(identifier) ?? (await profileOrNull(identifier, context))?.value.address;
  if (address === undefined) throw unknownUserError(identifier);
  return address;
}

function show(profile: Dated<Profile>, holdings: Dated<Holdings> | null, context: AnswerContext): Answer {
  const { view } = context.services;
  const { address: who } = profile.value;
  const { lists, profile: words } = view.messages;
  const age = {
    asOf: Math.min(profile.asOf, holdings?.asOf ?? profile.asOf),
    stale: profile.stale || holdings?.stale === true,
  };
  return {
    embeds: [withAge(profileEmbed(profile.value, holdings?.value ?? null, view), age, view)],
    components: buttonRows([
      screenButton(
        words.nfts,
        { at: 'owned', who, page: 1, collection: null, sort: 'acquiredAt', listed: false },
        context,
        { primary: true },
      ),
      screenButton(
        words.listed,
        { at: 'owned', who, page: 1, collection: null, sort: 'listingPrice', listed: true },
        context,
      ),
      ...linkButton(lists.open, view.links.profile(who)),
    ]),
  };
}

/**
 * The profile of a user, by address or name.
 * @throws UserError when the marketplace does not know the user
 */
export async function answerUser(identifier: string, context: AnswerContext): Promise<Answer> {
  const { lookups } = context.services;
  const address = parseAddress(identifier);
  const holdingsOf = (who: Address) => resultOrNull(readHoldings(who, lookups));
  const [profile, prefetched] = await Promise.all([
    profileOrNull(identifier, context),
    address === null ? null : holdingsOf(address),
  ]);
  if (profile === null) {
    // A wallet without a profile may still own something.
    const owns = prefetched !== null && prefetched.value.counted > 0;
    if (address === null || !owns) throw unknownUserError(identifier);
    return show({ ...prefetched, value: bareProfile(address) }, prefetched, context);
  }
  if (profile.value.isPrivate) return show(profile, null, context);
  return show(profile, address === null ? await holdingsOf(profile.value.address) : prefetched, context);
}

/** The profile of a wallet, with buttons to its NFTs. */
export async function answerProfile(
  { who }: Extract<Screen, { at: 'profile' }>,
  context: AnswerContext,
): Promise<Answer> {
  return answerUser(who, context);
}
