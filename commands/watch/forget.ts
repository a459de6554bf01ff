import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { ownWatches } from './own.ts';

const forgetLink = defineLink('watch-forget-now', {}, 'asker');
const forgetNow = defineComponent(forgetLink, {
  async run(_values, { requester, services }) {
    await services.subscriptions.forgetPerson(requester);
    return { content: services.view.messages.watches.forgotten };
  },
});

const keepLink = defineLink('watch-forget-not', {}, 'asker');
const keep = defineComponent(keepLink, {
  run: async (_values, { services }) => ({ content: services.view.messages.watches.notForgotten }),
});

/** `/watch forget`: deletes all data of the user after a confirmation. */
export const forget: Subcommand = {
  name: 'forget',
  definition: ({ watches: words }) => ({ description: words.forgetDescription }),
  answerTo: 'asker',
  async execute(_interaction, context) {
    const { watches: words } = context.services.view.messages;
    const { length } = await ownWatches(context);
    return {
      content: [words.forgetTitle, words.forgetWhat(length), words.forgetExport].join('\n'),
      components: buttonRows([
        button(words.yesForget, forgetLink.to({}), context, 'danger'),
        button(words.noKeep, keepLink.to({}), context),
      ]),
    };
  },
  components: [forgetNow, keep],
};
