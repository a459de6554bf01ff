import type { Answer } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import type { CollectionTab, Link, RegisteredLink } from './link.ts';

/** The content of a screen, besides its link. */
interface ScreenBody<Values, Data> {
  /**
   * `update` (default): edits the message of the component for the requester whose command it answered; others get a
   * separate answer. `reply`: everyone does.
   */
  readonly answersBy?: 'update' | 'reply';
  /** Reads the data. Rejects with a UserError or a marketplace error. */
  readonly load: (values: Values, context: AnswerContext) => Promise<Data>;
  readonly render: (data: Data, values: Values, context: AnswerContext) => Answer | Promise<Answer>;
  /** For a screen of one collection: the button that leads to it. */
  readonly tab?: CollectionTab;
}

/** A screen in the list of all screens, with untyped parameters. */
export interface RegisteredScreen {
  readonly link: RegisteredLink;
  readonly answersBy: 'update' | 'reply';
  readonly tab: CollectionTab | null;
  /** Returns the screen with the values of these texts; `null` if they are invalid. */
  readonly open: (texts: readonly string[]) => ((context: AnswerContext) => Promise<Answer>) | null;
}

/**
 * A screen: content that the bot can show, independent of layout. Slash commands, buttons and menu choices all lead to
 * screens. Their custom ids contain only the screen's id and parameters, so they work after a restart and on old
 * messages.
 */
export interface Screen<Values> extends RegisteredScreen {
  readonly show: (values: Values, context: AnswerContext) => Promise<Answer>;
}

/** @param link defined beside the screen, or in `targets.ts` */
export function defineScreen<Values, Data>(
  link: Link<Values>,
  { answersBy = 'update', tab, load, render }: ScreenBody<Values, Data>,
): Screen<Values> {
  const show = async (values: Values, context: AnswerContext): Promise<Answer> =>
    render(await load(values, context), values, context);
  return {
    link,
    answersBy,
    tab: tab ?? null,
    show,
    open(texts) {
      const values = link.read(texts);
      return values === null ? null : (context) => show(values, context);
    },
  };
}
