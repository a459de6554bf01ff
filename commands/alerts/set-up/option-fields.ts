import { notCollections, notTokens, notTraits } from '#src/alerts/filters/exclude.ts';
import { type fields, filters } from '#src/alerts/filters/index.ts';
import { NOT_WALLETS } from '#src/alerts/filters/wallets.ts';
import { kindOptions } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';

type RuleField = (typeof fields)[number];

/** The inputs on the screen of a draft. */
interface DraftInputs {
  /** Choices with a separate menu. */
  readonly menus: readonly RuleField[];
  /** What the rule excludes, in a modal of its own. */
  readonly excluded: readonly RuleField[];
  /** All other inputs, by modal. */
  readonly modals: readonly (readonly RuleField[])[];
}

/** Discord allows five rows per message; topics need one, and the buttons need two. */
const MAX_MENUS = 2;
/** Discord's limit of inputs per modal. */
const MAX_INPUTS = 5;

const EXCLUDING: ReadonlySet<string> = new Set([
  ...[notCollections, notTokens, notTraits].flatMap(({ fields: own }) => own.map(({ key }) => key)),
  NOT_WALLETS,
]);

function inModals(inputs: readonly RuleField[]): readonly (readonly RuleField[])[] {
  const count = Math.ceil(inputs.length / MAX_INPUTS);
  return Array.from({ length: count }, (_, at) => inputs.slice(at * MAX_INPUTS, (at + 1) * MAX_INPUTS));
}

/** Distributes the filters and the options of the rule's kinds among menus and modals. */
export function draftInputs({ topics }: Pick<Rule, 'topics'>): DraftInputs {
  const options = kindOptions
    .filter((option) => option.appliesTo?.(topics) !== false)
    .flatMap(({ fields }): readonly RuleField[] => [...fields]);
  const all = filters.flatMap(({ fields }): readonly RuleField[] => [...fields]);
  const excluded = all.filter(({ key }) => EXCLUDING.has(key));
  const included = all.filter(({ key }) => !EXCLUDING.has(key));
  const menus = options.filter(({ ask }) => ask.type === 'choice').slice(0, MAX_MENUS);
  const others = options.filter((option) => !menus.includes(option));
  return { menus, excluded, modals: [...inModals(included), ...inModals(others)] };
}
