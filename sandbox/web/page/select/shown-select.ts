import type { TemplateResult } from 'lit-html';
import type { SelectMenu } from './open-select.ts';

/** A select menu as it is drawn. */
export interface SelectView extends SelectMenu {
  /** What screen readers call it. */
  readonly label: string;
  /** Shown while nothing is chosen. */
  readonly placeholder: string;
  readonly disabled: boolean;
  readonly waiting: boolean;
  readonly required?: boolean;
  /** What the closed menu shows, instead of the chosen labels. */
  readonly face?: TemplateResult;
  readonly choose: (values: readonly string[]) => void;
}
