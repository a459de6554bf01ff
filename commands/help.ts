import { ComponentType } from 'discord-api-types/v10';
import { isPerson } from '#src/alerts/target.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Command, SingleCommand } from '#src/discord/command.ts';
import { buttonRows, choiceButtons } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { oneOfField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { greetingHelpLink } from '#src/discord/components/targets.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import {
  commandHelpEmbed,
  type HelpReader,
  helpEmbed,
  JOB_NAMES,
  type Job,
  jobEmbed,
  startEmbed,
  usableOf,
} from '#src/discord/views/help.ts';

const aboutLink = defineLink('help-about', {}, 'asker');
const jobLink = defineLink('help-job', { job: oneOfField(JOB_NAMES) }, 'asker');
/** The choice of all commands. It stands in the menus of old messages. */
const OVERVIEW = 'overview';
/** Discord's limit for the description of a choice, characters. */
const DESCRIPTION_LENGTH = 100;

/** Creates `/help`: what people come for, and which commands the user may run. */
export function createHelp(others: readonly Command[]): SingleCommand {
  const readerOf = ({ mayManage, mayManageServer, guildId, services }: AnswerContext): HelpReader => ({
    isInServer: !isPerson(guildId),
    mayManage,
    mayManageServer,
    commandIds: services.commandIds(),
  });

  /** Builds the menu of commands that the user may run, with an example of each. */
  function menu(chosen: string | null, context: AnswerContext): Row {
    const { view } = context.services;
    const { help: words } = view.messages;
    const options = all.flatMap((command) => {
      const usable = usableOf(command, readerOf(context), view);
      if (usable.length === 0) return [];
      const [example] = usable.flatMap(([name, runnable]) =>
        runnable.example === undefined ? [] : [`/${name} ${runnable.example}`],
      );
      return {
        label: `/${command.name}`,
        value: command.name,
        description: sanitizeLine(
          example ?? command.definition(view.messages).description,
          DESCRIPTION_LENGTH,
        ),
      };
    });
    return {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: writeCustomId(aboutLink.to({}), context),
          placeholder: words.menu,
          options: [{ label: words.allCommands, value: OVERVIEW }, ...options].map((option) => ({
            ...option,
            default: option.value === chosen,
          })),
        },
      ],
    };
  }

  /** The buttons of the jobs, and the menu of everything else. @param shown what is shown above them */
  function components(shown: { readonly job?: Job; readonly command?: string }, context: AnswerContext) {
    const { jobs } = context.services.view.messages.help;
    const buttons = choiceButtons(
      JOB_NAMES,
      { chosen: shown.job, label: (job) => jobs[job], to: (job) => jobLink.to({ job }) },
      context,
    );
    return [...buttonRows(buttons), menu(shown.command ?? null, context)];
  }

  const start = (context: AnswerContext): Answer => ({
    embeds: [startEmbed(context.services.view)],
    components: components({}, context),
  });

  const about = defineComponent(aboutLink, {
    async run(_values, context, { chosen: [chosen = OVERVIEW] }) {
      const { view } = context.services;
      const command = all.find(({ name }) => name === chosen);
      const reader = readerOf(context);
      return command === undefined
        ? { embeds: [helpEmbed(all, reader, view)], components: components({ command: OVERVIEW }, context) }
        : {
            embeds: [commandHelpEmbed(command, reader, view)],
            components: components({ command: chosen }, context),
          };
    },
  });

  const ofJob = defineComponent(jobLink, {
    run: async ({ job }, context) => ({
      embeds: [jobEmbed(job, all, readerOf(context), context.services.view)],
      components: components({ job }, context),
    }),
  });

  const underGreeting = defineComponent(greetingHelpLink, {
    run: async (_values, context) => start(context),
  });

  const help: SingleCommand = {
    name: 'help',
    worksIn: 'everywhere',
    definition: ({ help: words }) => ({ description: words.description }),
    answerTo: 'asker',
    execute: async (_interaction, context) => start(context),
    components: [about, ofJob, underGreeting],
  };
  const all: readonly Command[] = [...others, help];
  return help;
}
