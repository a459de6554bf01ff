import type { Draft } from '../../domain/subscription.ts';
import { type Form, type FormLine, formFor } from '../actions/form.ts';
import type { AnswerContext } from '../answer.ts';
import { presentTexts } from '../rule-input/present-texts.ts';
import type { RuleOption } from '../rule-input/rule-options.ts';
import { DRAFT } from './draft-names.ts';

/** Discord: 4,000 characters a text input. */
const LINE_LENGTH = 4_000;

interface Line {
  readonly label: string;
  readonly about: string;
  readonly lines?: 'several';
}

type Lines = Readonly<Partial<Record<RuleOption, Line>>>;

/** Discord: five inputs a form. */
const FILTER: Lines = {
  collection: {
    label: 'Collections',
    about: 'Names separated by commas; empty for every collection',
    lines: 'several',
  },
  price_from: { label: 'Price from', about: 'Such as 100, 0.5 or 1.5k; empty for any' },
  price_to: { label: 'Price to', about: 'Such as 2,000; empty for any' },
  below_floor: { label: 'Below floor', about: 'At least so many percent below the floor; empty for any' },
  rank: { label: 'Rarity rank at most', about: 'Such as 500; 1 is the rarest; empty for any' },
};
const TOKENS: Lines = {
  traits: { label: 'Traits', about: 'Such as hat: beanie, eyes: laser; empty for any', lines: 'several' },
  trait_mode: { label: 'Any or all of them', about: 'Write any where one trait is enough, else all' },
  wallets: {
    label: 'Only these wallets',
    about: 'Addresses or names, separated by commas; empty for everybody',
    lines: 'several',
  },
  not_wallets: {
    label: 'Not these wallets',
    about: 'Addresses or names, separated by commas',
    lines: 'several',
  },
  amount: { label: 'Units at least', about: 'For tokens that exist more than once; empty for any' },
};

/** What an option of a rule is called in the forms. */
export function labelOf(option: RuleOption): string {
  return { ...FILTER, ...TOKENS }[option]?.label ?? option;
}

function draftForm(title: string, lines: Lines, draft: Draft, context: AnswerContext): Form {
  const present = new Map<string, string>(Object.entries(presentTexts(draft, context.services)));
  const fields = Object.entries(lines).flatMap(([name, line]): readonly FormLine[] => {
    const value = present.get(name) ?? '';
    // What does not fit is left out of the form, and so stays as it is.
    if (value.length > LINE_LENGTH) return [];
    return [{ lines: 'one', ...line, name, value, maxLength: LINE_LENGTH }];
  });
  return formFor(title, DRAFT.typed, draft.id, fields, context);
}

/** Collections, prices, floor and rank, as they are now. */
export function filterForm(draft: Draft, context: AnswerContext): Form {
  return draftForm('Change filter', FILTER, draft, context);
}

/** Traits, wallets and units, as they are now. */
export function tokensForm(draft: Draft, context: AnswerContext): Form {
  return draftForm('Traits and wallets', TOKENS, draft, context);
}
