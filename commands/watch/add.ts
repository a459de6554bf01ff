import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { MAX_RANK } from '#src/alerts/filters/rank.ts';
import { ENDING_LEADS } from '#src/alerts/kinds/auction/ending-lead.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Choices, Subcommand } from '#src/discord/command.ts';
import type { CommandUse } from '#src/discord/interactions/interaction.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { Messages } from '#src/messages/messages.ts';
import { readPrice } from '../alerts/read-option.ts';
import { auctionChoices, resolveAuction } from '../auction-option.ts';
import { collectionChoices, resolveCollection } from '../collection-option.ts';
import { anyCollectionTokenChoices, resolveToken } from '../token-option.ts';
import { resolveUser, resolveWallet } from '../user-option.ts';
import { chooseComponents, chooseScreens, readAuction } from './choose.ts';
import {
  CONDITIONS,
  conditionKey,
  conditionLabel,
  findCondition,
  type Given,
  type Kind,
  readMinutes,
  requireWallets,
  ruleOf,
} from './conditions.ts';
import { addWatch, ownWallets } from './own.ts';
import type { Subject } from './subject.ts';

const WHEN = 'when';
const WHAT = 'what';

const options = (messages: Messages): APIApplicationCommandBasicOption[] => {
  const { watches: words } = messages;
  return [
    {
      type: ApplicationCommandOptionType.String,
      name: WHEN,
      description: words.addWhen,
      required: true,
      choices: CONDITIONS.map((condition) => ({
        name: words.conditionOf(words.kinds[condition.kind], conditionLabel(condition, messages)),
        value: conditionKey(condition),
      })),
    },
    {
      type: ApplicationCommandOptionType.String,
      name: WHAT,
      description: words.addWhat,
      autocomplete: true,
      max_length: 300,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'price',
      description: words.addPrice,
      max_length: 100,
    },
    {
      type: ApplicationCommandOptionType.Integer,
      name: 'rank',
      description: words.addRank,
      min_value: 1,
      max_value: MAX_RANK,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'minutes',
      description: words.addMinutes,
      choices: ENDING_LEADS.map((lead) => ({ name: String(lead), value: String(lead) })),
    },
  ];
};

/**
 * Returns the named subject, by default the user's own wallets.
 * @throws UserError
 */
async function subjectOf(
  kind: Kind,
  text: string | null,
  given: Given,
  context: AnswerContext,
): Promise<Subject> {
  const { services } = context;
  if (text === null) {
    if (kind !== 'wallet') throw new UserError(({ watches }) => watches.needsWhat);
    return { kind, wallets: requireWallets(given.mine) };
  }
  switch (kind) {
    case 'token':
      return { kind, ...resolveToken(text, null, services) };
    case 'collection':
      return { kind, collection: resolveCollection(text, services).address };
    case 'wallet':
      return { kind, wallets: [await resolveWallet(resolveUser(text, services), context)] };
    case 'auction':
      return readAuction(resolveAuction(text, services), context);
    default:
      return kind satisfies never;
  }
}

async function givenIn({ options: typed }: CommandUse, context: AnswerContext): Promise<Given> {
  const [price, minutes] = [typed.getString('price'), typed.getString('minutes')];
  const { currency } = context.services.view;
  return {
    price: price === null ? null : readPrice({ option: 'price', text: price }, currency),
    rank: typed.getInteger('rank'),
    minutes: minutes === null ? null : readMinutes(minutes),
    mine: await ownWallets(context),
  };
}

function choicesOf(kind: Kind, typed: string, services: CommandServices): Choices | Promise<Choices> {
  switch (kind) {
    case 'token':
      return anyCollectionTokenChoices(typed, services);
    case 'collection':
      return collectionChoices(typed, services);
    case 'auction':
      return auctionChoices(typed, services);
    case 'wallet':
      return [];
    default:
      return kind satisfies never;
  }
}

/** `/watch add`: adds a watch for the user. */
export const add: Subcommand = {
  name: 'add',
  definition: (messages) => ({ description: messages.watches.addDescription, options: options(messages) }),
  example: 'when:Token: Listed what:Lantern Foxes #12 price:100',
  answerTo: 'asker',
  async execute(interaction, context) {
    const condition = findCondition(interaction.options.getString(WHEN, true));
    if (condition === null) throw new UserError(({ interactions }) => interactions.notAChoice(WHEN));
    const given = await givenIn(interaction, context);
    const subject = await subjectOf(condition.kind, interaction.options.getString(WHAT), given, context);
    return { content: await addWatch(ruleOf(subject, condition, given), context) };
  },
  components: [...chooseScreens, ...chooseComponents],
  autocomplete(interaction, services) {
    const condition = findCondition(interaction.options.getString(WHEN) ?? '');
    return condition === null
      ? []
      : choicesOf(condition.kind, interaction.options.getFocused().value, services);
  },
};
