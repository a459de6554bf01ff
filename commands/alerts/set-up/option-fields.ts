import { type fields, filters } from '#src/alerts/filters/index.ts';
import { kindOptions } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';

type RuleField = (typeof fields)[number];

/** What the screen of a draft asks for, and where. */
interface DraftInputs {
  /** Choices with a menu of their own. */
  readonly menus: readonly RuleField[];
  /** Everything else, in the order of the modals. */
  readonly inModals: readonly RuleField[];
}

/** Discord: five rows a message, of which topics, roles and buttons have one each. */
const MAX_MENUS = 2;
/** Discord: five inputs a modal. */
export const MAX_INPUTS = 5;
/** Discord: five buttons a row, of which two confirm and cancel; further modals need a second row. */
const MODALS_IN_ONE_ROW = 3;

/** The filters and the options of the rule's kinds, shared out between menus and modals. */
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
