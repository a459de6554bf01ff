import type { Address } from '#src/chain/address.ts';
import type { Action, ActionInput } from '#src/discord/actions/action.ts';
import { actionButton } from '#src/discord/actions/action-button.ts';
import { type Modal, modalFor } from '#src/discord/actions/modal.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { buttonRows } from '#src/discord/components/buttons.ts';
import { defineScreen } from '#src/discord/screens/screen.ts';
import {
  watchAuctionLink,
  watchCollectionLink,
  watchTokenLink,
  watchWalletLink,
} from '#src/discord/screens/targets.ts';
import { UserError } from '#src/discord/user-error.ts';
import { readPrice } from '../alerts/rule-input/price.ts';
import {
  type Condition,
  conditionLabel,
  conditionsOf,
  type Given,
  type Need,
  needOf,
  readMinutes,
  readRank,
  ruleOf,
} from './conditions.ts';
import { addWatch, ownWallets } from './own.ts';
import { chosenSubject, type Subject, subjectName } from './subject.ts';

/** Looks up the auction and its token. Rejects like the lookup. */
export async function readAuction(
  { collection, auctionId }: { readonly collection: Address; readonly auctionId: string },
  { services }: Pick<AnswerContext, 'services'>,
): Promise<Subject> {
  const { value } = await services.lookups.auction(collection, auctionId);
  return { kind: 'auction', auction: value.id, collection: value.collection, tokenId: value.tokenId };
}

const NOW = { name: 'watch-now' };
const ASK = { name: 'watch-ask' };
const TYPED = { name: 'watch-typed' };

const MAX_LENGTH = 100;
const SEPARATOR = ':';

interface Chosen {
  readonly subject: Subject;
  readonly condition: Condition;
  /** Id of the stored subject. */
  readonly id: string;
}

const argumentOf = ({ when }: Condition, id: string): string => `${when}${SEPARATOR}${id}`;

/** @throws UserError if the subject is no longer stored */
async function readChosen(argument: string, context: AnswerContext): Promise<Chosen> {
  const [wanted = '', id = ''] = argument.split(SEPARATOR);
  const subject = await chosenSubject.find(id, context);
  const condition = subject === null ? null : conditionsOf(subject.kind).find(({ when }) => when === wanted);
  if (subject === null || condition === null || condition === undefined) {
    throw new UserError(({ interactions }) => interactions.typedForgotten);
  }
  return { subject, condition, id };
}

/** Builds a button for each condition, and a second one for conditions with an optional value. */
export function conditionButtons({ kind }: Subject, id: string, context: AnswerContext) {
  const { messages } = context.services.view;
  return conditionsOf(kind).flatMap((condition) => {
    const need = needOf(condition);
    const label = conditionLabel(condition, messages);
    const argument = argumentOf(condition, id);
    const now = actionButton(label, NOW, argument, context);
    if (need === null) return [now];
    if (need.isRequired || need.need === 'minutes') return [actionButton(label, ASK, argument, context)];
    return [now, actionButton(messages.watches.listedUpTo, ASK, argument, context)];
  });
}

function choice(heading: string, subject: Subject, id: string, context: AnswerContext): Answer {
  return { content: heading, components: buttonRows(conditionButtons(subject, id, context)) };
}

/** Asks for which events of the subject the user wants a message. */
async function ask(subject: Subject, context: AnswerContext): Promise<Answer> {
  const { view } = context.services;
  const id = await chosenSubject.save(subject, context);
  if (subject.kind === 'wallet') await context.services.lookups.learnNames(subject.wallets);
  return choice(view.messages.watches.choose(subjectName(subject, view)), subject, id, context);
}

async function add(
  { subject, condition, id }: Chosen,
  given: Omit<Given, 'mine'>,
  context: AnswerContext,
): Promise<Answer> {
  const rule = ruleOf(subject, condition, { ...given, mine: await ownWallets(context) });
  return choice(await addWatch(rule, context), subject, id, context);
}

const NOTHING: Omit<Given, 'mine'> = { price: null, rank: null, minutes: null };

/** @throws UserError for an invalid text */
function readGiven(need: Need, text: string, { services: { view } }: AnswerContext): Omit<Given, 'mine'> {
  switch (need) {
    case 'price': {
      const option = view.messages.watches.price.label;
      return { ...NOTHING, price: readPrice({ option, text }, view.currency) };
    }
    case 'rank':
      return { ...NOTHING, rank: readRank(text) };
    case 'minutes':
      return { ...NOTHING, minutes: readMinutes(text) };
    default:
      return need satisfies never;
  }
}

async function modalOf(
  { argument, fields }: Pick<ActionInput, 'argument' | 'fields'>,
  context: AnswerContext,
): Promise<Modal> {
  const { condition } = await readChosen(argument, context);
  const { watches: words } = context.services.view.messages;
  const need = needOf(condition)?.need ?? 'price';
  const value = fields.get(need)?.[0] ?? '';
  const line = { name: need, ...words[need], value, maxLength: MAX_LENGTH, lines: 'one' } as const;
  return modalFor(words.modalTitle, TYPED, argument, [line], context);
}

/** Actions of the buttons of a subject. */
export const chooseActions: readonly Action[] = [
  {
    ...NOW,
    answersBy: 'update',
    run: async ({ argument }, context) => add(await readChosen(argument, context), NOTHING, context),
  },
  {
    ...ASK,
    answersBy: 'form',
    run: ({ argument }, context) => modalOf({ argument, fields: new Map() }, context),
  },
  {
    ...TYPED,
    answersBy: 'update',
    modal: modalOf,
    async run({ argument, fields }, context) {
      const chosen = await readChosen(argument, context);
      const need = needOf(chosen.condition)?.need ?? 'price';
      return add(chosen, readGiven(need, fields.get(need)?.[0] ?? '', context), context);
    },
  },
];

/** Screens of the buttons “Watch”. Everyone who presses one gets a separate, private question. */
export const chooseScreens = [
  defineScreen(watchTokenLink, {
    answersBy: 'reply',
    load: async (token): Promise<Subject> => ({ kind: 'token', ...token }),
    render: (subject, _values, context) => ask(subject, context),
  }),
  defineScreen(watchCollectionLink, {
    answersBy: 'reply',
    load: async (collection): Promise<Subject> => ({ kind: 'collection', ...collection }),
    render: (subject, _values, context) => ask(subject, context),
  }),
  defineScreen(watchAuctionLink, {
    answersBy: 'reply',
    load: readAuction,
    render: (subject, _values, context) => ask(subject, context),
  }),
  defineScreen(watchWalletLink, {
    answersBy: 'reply',
    load: async ({ who }): Promise<Subject> => ({ kind: 'wallet', wallets: [who] }),
    render: (subject, _values, context) => ask(subject, context),
  }),
] as const;
