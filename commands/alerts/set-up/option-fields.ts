import { type fields, filters } from '#src/alerts/filters/index.ts';
import { kindOptions } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';

type RuleField = (typeof fields)[number];

/** The inputs on the screen of a draft. */
interface DraftInputs {
  /** Choices with a separate menu. */
  readonly menus: readonly RuleField[];
  /** All other inputs, in the order of the modals. */
  readonly inModals: readonly RuleField[];
}

/** Discord allows five rows per message; topics, roles and buttons need one each. */
const MAX_MENUS = 2;
/** Discord's limit of inputs per modal. */
export const MAX_INPUTS = 5;
/** Discord allows five buttons per row, two of which confirm and cancel. Further modals need a second row. */
const MODALS_IN_ONE_ROW = 3;

/** Distributes the filters and the options of the rule's kinds among menus and modals. */
export function draftInputs({ topics }: Pick<Rule, 'topics'>): DraftInputs {
  const options = kindOptions
    .filter((option) => option.appliesTo?.(topics) !== false)
    .flatMap(({ fields }): readonly RuleField[] => [...fields]);
  const inModals = filters.flatMap(({ fields }): readonly RuleField[] => [...fields]);
  function withMenus(most: number): DraftInputs {
    const menus = options.filter(({ ask }) => ask.type === 'choice').slice(0, most);
    return { menus, inModals: [...inModals, ...options.filter((option) => !menus.includes(option))] };
  }
  const inputs = withMenus(MAX_MENUS);
  const fitsOneRow = inputs.inModals.length <= MODALS_IN_ONE_ROW * MAX_INPUTS;
  return fitsOneRow ? inputs : withMenus(MAX_MENUS - 1);
}
