import { type Address, parseAddress } from '../../domain/address.ts';
import type { Dated } from '../../domain/dated.ts';
import type { Holdings } from '../../domain/holdings.ts';
import type { Profile } from '../../domain/profile.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows, linkButton, placeButton } from '../components/buttons.ts';
import type { Place } from '../place.ts';
import { escapedLine } from '../text.ts';
import { UserError } from '../user-error.ts';
import { withAge } from '../views/age.ts';
import { profileEmbed } from '../views/profile.ts';
import { readHoldings } from './holdings.ts';
import { isNotFound, optionally } from './optional.ts';

/** A wallet of which nothing but its tokens is known. */
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

/** Says that the marketplace knows no such person. */
export function unknownPerson(identifier: string): UserError {
  const who = escapedLine(identifier, 80);
  return new UserError(
    parseAddress(identifier) === null
      ? `The marketplace knows nobody called “${who}”. Try their wallet’s address, or the address of their profile.`
      : `The marketplace does not know the wallet \`${who}\` yet: it never owned or traded anything there.`,
  );
}

async function knownProfile(identifier: string, context: AnswerContext): Promise<Dated<Profile> | null> {
  try {
    return await context.services.lookups.profile(identifier);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/**
 * The wallet of a person who is given by address or name.
 * @throws UserError when the marketplace knows nobody by that name
 */
export async function addressOfPerson(identifier: string, context: AnswerContext): Promise<Address> {
  const address = parseAddress(identifier) ?? (await knownProfile(identifier, context))?.value.address;
  if (address === undefined) throw unknownPerson(identifier);
  return address;
}

function show(profile: Dated<Profile>, holdings: Dated<Holdings> | null, context: AnswerContext): Answer {
  const { view } = context.services;
  const { address: who } = profile.value;
  const age = {
    asOf: Math.min(profile.asOf, holdings?.asOf ?? profile.asOf),
    stale: profile.stale || holdings?.stale === true,
  };
  return {
    embeds: [withAge(profileEmbed(profile.value, holdings?.value ?? null, view), age)],
    components: buttonRows([
      placeButton(
        'NFTs',
        { at: 'owned', who, page: 1, collection: null, sort: 'acquiredAt', listed: false },
        context,
        { primary: true },
      ),
      placeButton(
        'Listed',
        { at: 'owned', who, page: 1, collection: null, sort: 'listingPrice', listed: true },
        context,
      ),
      ...linkButton('Open', view.links.profile(who)),
    ]),
  };
}

/**
 * A person by address or name.
 * @throws UserError when the marketplace knows nobody by it
 */
export async function answerPerson(identifier: string, context: AnswerContext): Promise<Answer> {
  const { lookups } = context.services;
  const address = parseAddress(identifier);
  const holdingsOf = (who: Address) => optionally(readHoldings(who, lookups));
  const [profile, early] = await Promise.all([
    knownProfile(identifier, context),
    address === null ? null : holdingsOf(address),
  ]);
  if (profile === null) {
    // A wallet without a profile may own something all the same.
    const owns = early !== null && early.value.counted > 0;
    if (address === null || !owns) throw unknownPerson(identifier);
    return show({ ...early, value: bareProfile(address) }, early, context);
  }
  if (profile.value.isPrivate) return show(profile, null, context);
  return show(profile, address === null ? await holdingsOf(profile.value.address) : early, context);
}

/** A person at a glance, with the ways to what they own. */
export async function answerProfile(
  { who }: Extract<Place, { at: 'profile' }>,
  context: AnswerContext,
): Promise<Answer> {
  return answerPerson(who, context);
}
