import { ComponentType } from 'discord-api-types/v10';
import { isPerson } from '#src/alerts/target.ts';
import type { Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Command, SingleCommand } from '#src/discord/command.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { commandHelpEmbed, type HelpReader, helpEmbed, usableOf } from '#src/discord/views/help.ts';

const aboutLink = defineLink('help-about', {}, 'asker');
const OVERVIEW = 'overview';
/** Discord's limit for the description of a choice, characters. */
const DESCRIPTION_LENGTH = 100;

/** Creates `/help`: what the bot can do, and which commands the user may run. */
export function createHelp(others: readonly Command[]): SingleCommand {
  const readerOf = ({ mayManage, mayManageServer, guildId, services }: AnswerContext): HelpReader => ({
    isInServer: !isPerson(guildId),
    mayManage,
    mayManageServer,
    commandIds: services.commandIds(),
  });

  /** Builds the menu of commands that the user may run. */
  function menu(chosen: string, context: AnswerContext): Row {
    const { view } = context.services;
    const { help: words } = view.messages;
    const usable = all.filter((command) => usableOf(command, readerOf(context), view).length > 0);
    const options = usable.map((command) => ({
      label: `/${command.name}`,
      value: command.name,
      description: sanitizeLine(command.definition(view.messages).description, DESCRIPTION_LENGTH),
    }));
    return {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: writeCustomId(aboutLink.to({}), context),
          placeholder: words.menu,
          options: [{ label: words.title, value: OVERVIEW }, ...options].map((option) => ({
            ...option,
            default: option.value === chosen,
          })),
        },
      ],
    };
  }

  const about = defineComponent(aboutLink, {
    async run(_values, context, { chosen: [chosen = OVERVIEW] }) {
      const { view } = context.services;
      const command = all.find(({ name }) => name === chosen);
      const reader = readerOf(context);
      return command === undefined
        ? { embeds: [helpEmbed(all, reader, view)], components: [menu(OVERVIEW, context)] }
        : { embeds: [commandHelpEmbed(command, reader, view)], components: [menu(chosen, context)] };
    },
  });

  const help: SingleCommand = {
    name: 'help',
    worksIn: 'everywhere',
    definition: ({ help: words }) => ({ description: words.description }),
    answerTo: 'asker',
    execute: async (_interaction, context) => ({
      embeds: [helpEmbed(all, readerOf(context), context.services.view)],
      components: [menu(OVERVIEW, context)],
    }),
    components: [about],
  };
  const all: readonly Command[] = [...others, help];
  return help;
}
