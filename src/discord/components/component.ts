import type { Requirement } from '../access/rights.ts';
import type { Answer } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import type { TargetMessage } from '../interactions/payload.ts';
import type { CollectionTab, Link, RegisteredLink } from './link.ts';
import type { Modal } from './modal.ts';

/** Submitted modal fields by name: one text, or the chosen values. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** What a component is used with, besides its parameters. Untrusted, as they are: a client can forge it. */
export interface Input {
  /** Chosen menu values: texts, or ids of roles, channels or users. */
  readonly chosen: readonly string[];
  /** Empty unless a modal was submitted. */
  readonly fields: Fields;
  /** The message whose menu it was used in; `null` for a button, menu or modal. */
  readonly message: TargetMessage | null;
}

interface Basis {
  /** Checked at every use, since permissions may have been revoked. */
  readonly requires?: Requirement;
  /** For a screen of one collection: how the others lead to it. */
  readonly tab?: CollectionTab;
}

/** Shows a screen. */
interface Shows<Values, Data> extends Basis {
  /** Reads what is shown. Rejects with a UserError or a marketplace error. */
  readonly load: (values: Values, context: AnswerContext) => Promise<Data>;
  readonly render: (data: Data, values: Values, context: AnswerContext) => Answer | Promise<Answer>;
}

/** Changes something. */
interface Changes<Values> extends Basis {
  /** A rejection becomes one sentence for the user; the message stays as it is. */
  readonly run: (values: Values, context: AnswerContext, input: Input) => Promise<Answer>;
  /** `update` (default): edits the message of the component. `reply`: answers with an ephemeral one. */
  readonly answersBy?: 'update' | 'reply';
  /** The modal that leads here, filled with what was submitted. With it, a rejected submission can be tried again. */
  readonly modal?: (values: Values, context: AnswerContext, fields: Fields) => Promise<Modal>;
}

/** Opens a modal. Discord accepts it only as the first response, within 3 s, so it is built from local data. */
interface Opens<Values> extends Basis {
  readonly modal: (values: Values, context: AnswerContext, fields: Fields) => Promise<Modal>;
}

/** A component with the values of its parameters. */
export interface Bound {
  /** `null` for one that only opens a modal. */
  readonly run: ((context: AnswerContext, input: Input) => Promise<Answer>) | null;
  /** `null` for one that no modal leads to. */
  readonly modal: ((context: AnswerContext, fields: Fields) => Promise<Modal>) | null;
}

/** A component in the list of all components, where its parameters have no type. */
export interface Component extends RegisteredLink {
  readonly requires: Requirement | undefined;
  readonly answersBy: 'update' | 'reply';
  readonly tab: CollectionTab | null;
  /** The component with the values of these texts; `null` where they have none. */
  readonly bind: (texts: readonly string[]) => Bound | null;
}

/** A component that answers with a message, which a command or another component may show too. */
export interface Screen<Values> extends Component {
  readonly show: (values: Values, context: AnswerContext) => Promise<Answer>;
}

/**
 * Everything that a button, menu, modal or message command can lead to. Its id and its parameters are all that a custom
 * id carries, so it works after a restart and on old messages. The router checks whose it is and what it requires, at
 * every use.
 * @param link defined beside it, or where two components lead to each other, before both
 */
export function defineComponent<Values, Data>(
  link: Link<Values>,
  does: Shows<Values, Data> | Changes<Values>,
): Screen<Values>;
export function defineComponent<Values>(link: Link<Values>, does: Opens<Values>): Component;
export function defineComponent<Values, Data>(
  link: Link<Values>,
  does: Shows<Values, Data> | Changes<Values> | Opens<Values>,
): Component & Partial<Screen<Values>> {
  const { id, owner, parameters, read } = link;
  const modal = 'modal' in does ? does.modal : undefined;
  const run = runnerOf(does);
  return {
    id,
    owner,
    parameters,
    requires: does.requires,
    answersBy: ('run' in does ? does.answersBy : undefined) ?? 'update',
    tab: does.tab ?? null,
    ...(run === null
      ? {}
      : { show: (values: Values, context: AnswerContext) => run(values, context, NO_INPUT) }),
    bind(texts) {
      const values = read(texts);
      if (values === null) return null;
      return {
        run: run === null ? null : (context, input) => run(values, context, input),
        modal: modal === undefined ? null : (context, fields) => modal(values, context, fields),
      };
    },
  };
}

/** Nothing was chosen or typed. */
export const NO_INPUT: Input = { chosen: [], fields: new Map(), message: null };

function runnerOf<Values, Data>(
  does: Shows<Values, Data> | Changes<Values> | Opens<Values>,
): Changes<Values>['run'] | null {
  if ('run' in does) return does.run;
  if (!('load' in does)) return null;
  return async (values, context) => does.render(await does.load(values, context), values, context);
}
