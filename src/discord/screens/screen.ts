import type { Answer } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import type { CollectionTab, Link, RegisteredLink } from './link.ts';

/** What a screen shows, beside the link that leads to it. */
interface ScreenBody<Values, Data> {
  /**
   * `update` (default): edits the message of the component for the person whose command it answered; others get an answer of their
   * own. `reply`: everybody does.
   */
  readonly answersBy?: 'update' | 'reply';
  /** Reads what is shown. Rejects with a UserError or a marketplace error. */
  readonly load: (values: Values, context: AnswerContext) => Promise<Data>;
  readonly render: (data: Data, values: Values, context: AnswerContext) => Answer | Promise<Answer>;
  /** For a screen of one collection: how the others lead to it. */
  readonly tab?: CollectionTab;
}

/** A screen in the list of all screens, where its parameters have no type. */
export interface RegisteredScreen {
  readonly link: RegisteredLink;
  readonly answersBy: 'update' | 'reply';
  readonly tab: CollectionTab | null;
  /** The screen with the values of these texts; `null` where they have none. */
  readonly open: (texts: readonly string[]) => ((context: AnswerContext) => Promise<Answer>) | null;
}

/**
 * Everything that the bot can show, described by its content and not by its layout. A slash command leads to a screen, and so does
 * every button and menu choice: its id and its parameters are all that their custom ids carry, so they work after a restart and on
 * old messages.
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
