import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { ownedBy } from '#src/alerts/filters/owners.ts';
import { onlyWallets } from '#src/alerts/filters/wallets.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { personTarget } from '#src/alerts/target.ts';
import { type Address, parseAddress } from '#src/chain/address.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { UserError } from '#src/discord/user-error.ts';
import { walletText } from '#src/discord/views/naming.ts';
import { resolveUser, resolveWallet } from '../user-option.ts';
import { ownWallets, ownWatches } from './own.ts';

const isSameSet = (one: readonly Address[], other: readonly Address[]): boolean =>
  one.length === other.length && one.every((wallet) => other.includes(wallet));

/**
 * Returns the rule with other wallets if its wallets are exactly these; `null` for any other rule.
 * @param to at least one
 */
export function movedToWallets(
  { topics, filter, pingRoles }: Rule,
  from: readonly Address[],
  to: readonly Address[],
): Rule | null {
  const { wallets, owners } = filter;
  const isOfWallets = wallets !== undefined && isSameSet(wallets, from);
  const isOfOwners = owners !== undefined && isSameSet(owners, from);
  if (!isOfWallets && !isOfOwners) return null;
  return {
    topics,
    pingRoles,
    filter: { ...filter, ...(isOfWallets ? onlyWallets(to) : {}), ...(isOfOwners ? ownedBy(to) : {}) },
  };
}

/** Maximum wallets that a user can add as their own. */
const MAX_WALLETS = 10;

/**
 * Returns the wallets after the change.
 * @throws UserError
 */
async function changedWallets(
  present: readonly Address[],
  { add, remove }: { readonly add: string | null; readonly remove: string | null },
  context: AnswerContext,
): Promise<readonly Address[]> {
  const gone = remove === null ? null : parseAddress(resolveUser(remove, context.services));
  if (remove !== null && (gone === null || !present.includes(gone))) {
    throw new UserError(({ watches }) => watches.notYours);
  }
  const come = add === null ? [] : [await resolveWallet(resolveUser(add, context.services), context)];
  const wallets = [...new Set([...present.filter((wallet) => wallet !== gone), ...come])];
  if (wallets.length > MAX_WALLETS) throw new UserError(({ watches }) => watches.tooManyWallets(MAX_WALLETS));
  return wallets;
}

/**
 * Moves the watches of the user's own wallets to other wallets; if none are left, the watches are removed. The wallets
 * are saved afterwards, so an interrupted change is completed by repeating it.
 * @returns the number of changed watches
 */
async function moveWatches(
  from: readonly Address[],
  to: readonly Address[],
  context: AnswerContext,
): Promise<number> {
  const { requester, services } = context;
  const target = personTarget(requester);
  let changed = 0;
  for (const watch of from.length === 0 ? [] : await ownWatches(context)) {
    const moved = movedToWallets(watch, from, to.length === 0 ? from : to);
    if (moved === null) continue;
    changed += 1;
    const result = to.length === 0 ? null : await services.subscriptions.change(target, watch.id, moved);
    // Remove a watch without wallets, and one of two identical watches.
    if (result === null || result === 'same') await services.subscriptions.remove(target, watch.id);
  }
  return changed;
}

/** `/watch me`: shows and changes the user's own wallets. */
export const me: Subcommand = {
  name: 'me',
  definition: ({ watches: words }) => ({
    description: words.meDescription,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'add',
        description: words.meAdd,
        max_length: 300,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'remove',
        description: words.meRemove,
        autocomplete: true,
        max_length: 300,
      },
    ],
  }),
  example: 'add:kalo',
  answerTo: 'asker',
  async execute({ options }, context) {
    const { requester, services } = context;
    const { view, store, now } = services;
    const { watches: words, writer } = view.messages;
    const [add, remove] = [options.getString('add'), options.getString('remove')];
    const present = await ownWallets(context);
    const wallets =
      add === null && remove === null ? present : await changedWallets(present, { add, remove }, context);
    const isChanged = wallets.join() !== present.join();
    const moved = isChanged ? await moveWatches(present, wallets, context) : 0;
    if (isChanged) await store.people.setWallets(requester, wallets, now());
    await services.lookups.learnNames(wallets);
    const shown = writer.list(
      wallets.map((wallet) => walletText(wallet, view)),
      'and',
    );
    return {
      content: [
        wallets.length === 0 ? words.noWallets : words.wallets(shown),
        ...(moved === 0 ? [] : [wallets.length === 0 ? words.watchesEnd(moved) : words.watchesFollow(moved)]),
      ].join('\n'),
    };
  },
  async autocomplete(interaction, services, { requester }) {
    const wallets = await ownWallets({ requester, services });
    const typed = interaction.options.getFocused().value.trim().toLowerCase();
    return wallets
      .filter((wallet) => wallet.includes(typed))
      .map((wallet) => ({ name: wallet, value: wallet }));
  },
};
