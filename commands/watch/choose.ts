import type { Address } from '#src/chain/address.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent, type Fields } from '#src/discord/components/component.ts';
import { savedField, textField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type Modal, modalFor } from '#src/discord/components/modal.ts';
import {
  watchAuctionLink,
  watchCollectionLink,
  watchTokenLink,
  watchWalletLink,
} from '#src/discord/components/targets.ts';
import { UserError } from '#src/discord/user-error.ts';
import { readPrice } from '../alerts/read-option.ts';
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

/** A condition, and the id under which its subject is saved. */
const choice = { when: textField(20), saved: savedField };
const nowLink = defineLink('watch-now', choice, 'asker');
const askLink = defineLink('watch-ask', choice, 'asker');
const typedLink = defineLink('watch-typed', choice, 'asker');

interface Choice {
  readonly when: string;
  readonly saved: string;
}

const MAX_LENGTH = 100;

interface Chosen {
  readonly subject: Subject;
  readonly condition: Condition;
  /** Under which the subject is saved. */
  readonly saved: string;
}

/** @throws UserError where the subject is not kept any more */
async function readChosen({ when, saved }: Choice, context: AnswerContext): Promise<Chosen> {
  const subject = await chosenSubject.find(saved, context);
  const condition = subject === null ? null : conditionsOf(subject.kind).find((one) => one.when === when);
  if (subject === null || condition === null || condition === undefined) {
    throw new UserError(({ interactions }) => interactions.typedForgotten);
  }
  return { subject, condition, saved };
}

/** A button for each condition; for one that may have a value a second, which asks for it. */
export function conditionButtons({ kind }: Subject, saved: string, context: AnswerContext) {
  const { messages } = context.services.view;
  return conditionsOf(kind).flatMap((condition) => {
    const need = needOf(condition);
    const label = conditionLabel(condition, messages);
    const values = { when: condition.when, saved };
    const now = button(label, nowLink.to(values), context);
    if (need === null) return [now];
    if (need.isRequired || need.need === 'minutes') return [button(label, askLink.to(values), context)];
    return [now, button(messages.watches.listedUpTo, askLink.to(values), context)];
  });
}

function showChoice(heading: string, subject: Subject, saved: string, context: AnswerContext): Answer {
  return { content: heading, components: buttonRows(conditionButtons(subject, saved, context)) };
}

/** Asks for which events of the subject the user wants a message. */
async function ask(subject: Subject, context: AnswerContext): Promise<Answer> {
  const { view } = context.services;
  const saved = await chosenSubject.save(subject, context);
  if (subject.kind === 'wallet') await context.services.lookups.learnNames(subject.wallets);
  return showChoice(view.messages.watches.choose(subjectName(subject, view)), subject, saved, context);
}

async function add(
  { subject, condition, saved }: Chosen,
  given: Omit<Given, 'mine'>,
  context: AnswerContext,
): Promise<Answer> {
  const rule = ruleOf(subject, condition, { ...given, mine: await ownWallets(context) });
  return showChoice(await addWatch(rule, context), subject, saved, context);
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

async function modalOf(values: Choice, context: AnswerContext, fields: Fields): Promise<Modal> {
  const { condition } = await readChosen(values, context);
  const { watches: words } = context.services.view.messages;
  const need = needOf(condition)?.need ?? 'price';
  const value = fields.get(need)?.[0] ?? '';
  const line = { name: need, ...words[need], value, maxLength: MAX_LENGTH, lines: 'one' } as const;
  return modalFor(words.modalTitle, typedLink.to(values), [line], context);
}

/** What the buttons of a subject lead to. */
export const chooseComponents: readonly Component[] = [
  defineComponent(nowLink, {
    run: async (values, context) => add(await readChosen(values, context), NOTHING, context),
  }),
  defineComponent(askLink, { modal: modalOf }),
  defineComponent(typedLink, {
    modal: modalOf,
    async run(values, context, { fields }) {
      const chosen = await readChosen(values, context);
      const need = needOf(chosen.condition)?.need ?? 'price';
      return add(chosen, readGiven(need, fields.get(need)?.[0] ?? '', context), context);
    },
  }),
];

/** Screens of the buttons “Watch”. Everyone who presses one gets a separate, private question. */
export const chooseScreens = [
  defineComponent(watchTokenLink, {
    load: async (token): Promise<Subject> => ({ kind: 'token', ...token }),
    render: (subject, _values, context) => ask(subject, context),
  }),
  defineComponent(watchCollectionLink, {
    load: async (collection): Promise<Subject> => ({ kind: 'collection', ...collection }),
    render: (subject, _values, context) => ask(subject, context),
  }),
  defineComponent(watchAuctionLink, {
    load: readAuction,
    render: (subject, _values, context) => ask(subject, context),
  }),
  defineComponent(watchWalletLink, {
    load: async ({ who }): Promise<Subject> => ({ kind: 'wallet', wallets: [who] }),
    render: (subject, _values, context) => ask(subject, context),
  }),
] as const;
