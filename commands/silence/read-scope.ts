import { tokenKey } from '#src/alerts/missing-details.ts';
import type { NewSilence } from '#src/alerts/silences/silence.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { CommandOptions } from '#src/discord/interactions/options.ts';
import { UserError } from '#src/discord/user-error.ts';
import { resolveCollection } from '../collection-option.ts';
import { resolveToken } from '../token-option.ts';
import { resolveUser, resolveWallet } from '../user-option.ts';

export type Silenced = Pick<NewSilence, 'scope' | 'target' | 'channelId'>;

/**
 * Reads the collection, token or wallet of the options; `null` for none.
 * @param others whether something else is silenced already
 * @throws UserError for several, and for unknown ones
 */
export async function readSubject(
  options: CommandOptions,
  channelId: string | null,
  context: AnswerContext,
  others: boolean,
): Promise<Silenced | null> {
  const { services } = context;
  const [collection, token, wallet] = ['collection', 'token', 'wallet'].map((name) =>
    options.getString(name),
  );
  const given = [others || null, token ?? collection, wallet].filter((one) => one !== null);
  if (given.length > 1) throw new UserError(({ silences }) => silences.oneThing);
  if (token !== null && token !== undefined) {
    const found = resolveToken(token, collection ?? null, services);
    return { scope: 'token', target: tokenKey(found.collection, found.tokenId), channelId };
  }
  if (collection !== null && collection !== undefined) {
    return { scope: 'collection', target: resolveCollection(collection, services).address, channelId };
  }
  if (wallet !== null && wallet !== undefined) {
    return {
      scope: 'wallet',
      target: await resolveWallet(resolveUser(wallet, services), context),
      channelId,
    };
  }
  return null;
}
