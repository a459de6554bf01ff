import { ApplicationCommandOptionType } from 'discord.js';
import type { Action } from '../../src/discord/actions/action.ts';
import { actionButton } from '../../src/discord/actions/action-button.ts';
import type { AnswerContext } from '../../src/discord/answer.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { buttonRows } from '../../src/discord/components/buttons.ts';
import { overCapText } from '../../src/discord/setup/cap-text.ts';
import { compareImport } from '../../src/discord/subscription-file/compare-import.ts';
import { doImport } from '../../src/discord/subscription-file/do-import.ts';
import type { ImportPlan } from '../../src/discord/subscription-file/import-plan.ts';
import { planImport } from '../../src/discord/subscription-file/plan-import.ts';
import { readAlertsFile } from '../../src/discord/subscription-file/read-file.ts';
import { UserError } from '../../src/discord/user-error.ts';
import { importEmbed } from '../../src/discord/views/import-preview.ts';
import { countByChannel, overCap } from '../../src/domain/subscription-revision.ts';

const requires = 'manage-alerts';

function takePlan(id: string, { asker, guildId, services }: AnswerContext): ImportPlan {
  const plan = services.imports.take(id, { asker, guildId });
  if (plan === null) {
    throw new UserError(
      'This import is over: it was done or cancelled, or too much time went by. Run `/alerts import` again.',
    );
  }
  return plan;
}

const confirm: Action = {
  name: 'import-confirm',
  requires,
  answersBy: 'update',
  run: async ({ argument }, context) => ({ content: await doImport(takePlan(argument, context), context) }),
};

const cancel: Action = {
  name: 'import-cancel',
  requires,
  answersBy: 'update',
  async run({ argument }, context) {
    takePlan(argument, context);
    return { content: 'Nothing was changed.' };
  },
};

/** `/alerts import`: takes over what a file says, after a look at what would change. */
export const importAlerts: Subcommand = {
  definition: {
    name: 'import',
    description: 'Takes over alerts from a file, after showing what would change',
    options: [
      {
        type: ApplicationCommandOptionType.Attachment,
        name: 'file',
        description: 'What /alerts export gave',
        required: true,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'mode',
        description: 'Whether alerts that the file does not have stay; they do when left out',
        choices: [
          { name: 'add: what is here stays', value: 'add' },
          { name: 'replace: what the file does not have is removed', value: 'replace' },
        ],
      },
    ],
  },
  answerTo: 'asker',
  requires,
  async execute(interaction, context) {
    const { asker, guildId, services } = context;
    const mode = interaction.options.getString('mode') === 'replace' ? 'replace' : 'add';
    const text = await services.readAttachment(interaction.options.getAttachment('file', true));
    const plan = await planImport(await readAlertsFile(text), guildId, context);
    const present = await services.subscriptions.of(guildId);
    const compared = await compareImport(plan, present, mode, context);
    const { added, removed, settings } = compared;
    const over = overCap({
      present: await services.subscriptions.counts(guildId),
      coming: countByChannel(added),
      going: countByChannel(removed),
    });
    if (over !== null) throw new UserError(overCapText(over, services.view));
    const { warnings } = plan;
    const changes = { ...compared, warnings, settings: settings.map(({ channelId }) => channelId) };
    const embeds = [importEmbed(changes, services.view)];
    if (added.length + removed.length + settings.length === 0) {
      return { content: 'There is nothing to do.', embeds };
    }
    const removals = removed.map(({ id }) => id);
    const id = services.imports.keep({ guildId, asker, alerts: added, removals, settings });
    return {
      embeds,
      components: buttonRows([
        actionButton('Confirm', confirm, id, context, 'success'),
        actionButton('Cancel', cancel, id, context, 'danger'),
      ]),
    };
  },
  actions: [confirm, cancel],
};
