import type { APIButtonComponent } from 'discord-api-types/v10';
import { isOver, type Silence } from '#src/alerts/silences/silence.ts';
import { isPerson, personTarget } from '#src/alerts/target.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows, disabledButton } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent } from '#src/discord/components/component.ts';
import { idField, pageField } from '#src/discord/components/field.ts';
import { defineLink, type Link } from '#src/discord/components/link.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import { UserError } from '#src/discord/user-error.ts';
import { silencedName, silenceLine } from '#src/discord/views/silences.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { Messages } from '#src/messages/messages.ts';

const LIST_COLOUR = 0x3498db;
/** As many as buttons fit into a row. */
const PAGE_SIZE = 5;
/** How long silences are listed after their end. */
const LISTED_AFTER_MS = DAY_MS;

/** The silences of a server, or of the user's own watches, and what their buttons lead to. */
interface List {
  readonly page: Link<{ readonly page: number }>;
  readonly end: Link<{ readonly silence: string; readonly page: number }>;
  readonly requires?: 'manage-alerts';
  readonly guildIdOf: (context: AnswerContext) => string;
  readonly none: (messages: Messages) => string;
}

const ofServer: List = {
  page: defineLink('silences-page', { page: pageField }, 'asker'),
  end: defineLink('silence-end', { silence: idField, page: pageField }, 'asker'),
  requires: 'manage-alerts',
  guildIdOf: ({ guildId }) => guildId,
  none: ({ silences }) => silences.none,
};

/** The user id comes only from the interaction. */
const ofPerson: List = {
  page: defineLink('own-silences-page', { page: pageField }, 'asker'),
  end: defineLink('own-silence-end', { silence: idField, page: pageField }, 'asker'),
  guildIdOf: ({ requester }) => personTarget(requester),
  none: ({ silences }) => silences.noneOfWatches,
};

/** The active silences, the next to end first; then those that ended today, the latest first. */
function listed(silences: readonly Silence[], at: number): readonly Silence[] {
  const active = silences.filter((one) => !isOver(one, at));
  const past = silences.filter((one) => isOver(one, at) && at - one.endsAt <= LISTED_AFTER_MS);
  return [
    ...active.toSorted((one, other) => one.endsAt - other.endsAt),
    ...past.toSorted((one, other) => other.endsAt - one.endsAt),
  ];
}

function pageButtons(list: List, { page, hasNext }: Page<Silence>, context: AnswerContext) {
  if (page === 1 && !hasNext) return [];
  const { silences: words } = context.services.view.messages;
  const toPage = (label: string, to: number, leads: boolean): APIButtonComponent =>
    leads ? button(label, list.page.to({ page: to }), context) : disabledButton(label, to);
  return buttonRows([toPage(words.previous, page - 1, page > 1), toPage(words.next, page + 1, hasNext)]);
}

/**
 * One page of silences with buttons that end them.
 * @param wanted from 1
 * @param done.result of the last action, as a sentence above it
 * @param done.endedAt when it ended a silence, epoch ms; later readings of Discord's clock may be earlier
 */
async function answerSilences(
  list: List,
  wanted: number,
  context: AnswerContext,
  { result, endedAt }: { readonly result: string; readonly endedAt: number } = { result: '', endedAt: 0 },
): Promise<Answer> {
  const { services } = context;
  const { silences, view } = services;
  const { silences: words } = view.messages;
  const at = Math.max(silences.now(), endedAt);
  const all = listed(await silences.of(list.guildIdOf(context)), at);
  if (all.length === 0)
    return { content: [result, list.none(view.messages)].filter((one) => one !== '').join('\n') };
  const rules = await services.store.subscriptionsOf(list.guildIdOf(context));
  const page = paginate(all, wanted, PAGE_SIZE);
  const lines = page.items.map(
    (one) =>
      `\`${one.id}\` ${silenceLine(one, rules, at, view)}${isPerson(one.guildId) ? '' : ` · ${words.by(`<@${one.createdBy}>`)}`}`,
  );
  const ends = page.items
    .filter((one) => !isOver(one, at))
    .map(({ id }) =>
      button(words.end(String(id)), list.end.to({ silence: String(id), page: page.page }), context),
    );
  return {
    content: result,
    embeds: [
      {
        color: LIST_COLOUR,
        title: words.title,
        description: lines.join('\n'),
        footer: { text: words.footer(all.filter((one) => !isOver(one, at)).length) },
      },
    ],
    components: [...buttonRows(ends), ...pageButtons(list, page, context)],
  };
}

const componentsOf = (list: List): readonly Component[] => {
  const requirement = list.requires === undefined ? {} : { requires: list.requires };
  return [
    defineComponent(list.page, {
      ...requirement,
      run: ({ page }, context) => answerSilences(list, page, context),
    }),
    defineComponent(list.end, {
      ...requirement,
      async run({ silence, page }, context) {
        const { services } = context;
        const guildId = list.guildIdOf(context);
        // Silences in channels that the member cannot see are left out.
        const found = (await services.silences.of(guildId)).find(({ id }) => String(id) === silence);
        const ended = found === undefined ? null : await services.silences.end(guildId, found.id);
        if (ended === null) throw new UserError(({ silences }) => silences.alreadyOver);
        const { silences: words } = services.view.messages;
        const rules = await services.store.subscriptionsOf(guildId);
        const name = silencedName(ended, rules, services.view);
        const result = words.ended(name, ended.dropped);
        return answerSilences(list, page, context, { result, endedAt: ended.endsAt });
      },
    }),
  ];
};

/** What the buttons under silences of the user's watches lead to. */
export const ownSilenceComponents = componentsOf(ofPerson);

/** Shows the silences of the user's watches. */
export const answerOwnSilences = (context: AnswerContext): Promise<Answer> =>
  answerSilences(ofPerson, 1, context);

/** `/silence list`: the silences of the server, with buttons that end them. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ silences }) => ({ description: silences.listDescription }),
  answerTo: 'asker',
  requires: 'manage-alerts',
  execute: async (_interaction, context) => answerSilences(ofServer, 1, context),
  components: componentsOf(ofServer),
};
