import { ApplicationCommandOptionType, ComponentType } from 'discord-api-types/v10';
import { countByChannel, exceededLimit } from '#src/alerts/subscription-revision.ts';
import { requireWritable } from '#src/discord/access/member-permissions.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { savedField, textField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { importEmbed } from '#src/discord/views/import-preview.ts';
import { POSTABLE_CHANNELS } from '../channel-option.ts';
import { overCapText } from './cap-text.ts';
import { compareImport } from './file/compare-import.ts';
import { doImport } from './file/do-import.ts';
import { type ImportSource, type PendingImport, pendingImports } from './file/import-plan.ts';
import { planImport, type UnmatchedChannel } from './file/plan-import.ts';
import { readAlertsFile } from './file/read-file.ts';

const requires = 'manage-alerts';
const confirmLink = defineLink('import-confirm', { saved: savedField }, 'asker');
const cancelLink = defineLink('import-cancel', { saved: savedField }, 'asker');
/** `at`: the position of the channel in the file. */
const channelLink = defineLink('import-channel', { saved: savedField, at: textField(4) }, 'asker');
/** Discord: five rows a message, of which the buttons need one. */
const MAX_MENUS = 4;
/** Maximum length of a channel's name in a menu. */
const NAME_LENGTH = 24;

async function takePlan(id: string, context: AnswerContext): Promise<PendingImport> {
  const plan = await pendingImports.take(id, context);
  if (plan === null) {
    throw new UserError(({ alertFiles }) => alertFiles.over);
  }
  return plan;
}

const confirm = defineComponent(confirmLink, {
  requires,
  run: async ({ saved }, context) => ({ content: await doImport(await takePlan(saved, context), context) }),
});

const cancel = defineComponent(cancelLink, {
  requires,
  async run({ saved }, context) {
    await takePlan(saved, context);
    return { content: context.services.view.messages.alertFiles.notChanged };
  },
});

/** Builds a menu for each of the first channels in the file without a matching channel in the server. */
function unmatchedRows(
  saved: string,
  unmatched: readonly UnmatchedChannel[],
  context: AnswerContext,
): readonly Row[] {
  const { alertFiles: words } = context.services.view.messages;
  return unmatched.slice(0, MAX_MENUS).map(({ at, name }) => ({
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.ChannelSelect,
        custom_id: writeCustomId(channelLink.to({ saved, at: String(at) }), context),
        placeholder: words.chooseChannelFor(sanitizeLine(name, NAME_LENGTH)),
        channel_types: [...POSTABLE_CHANNELS],
      },
    ],
  }));
}

/** Shows the changes of an import, buttons to confirm it, and menus for channels that were not found. */
async function showImport(source: ImportSource, context: AnswerContext): Promise<Answer> {
  const { guildId, services } = context;
  const file = await readAlertsFile(source.text, services.view);
  const plan = await planImport(file, guildId, context, new Map(source.chosen));
  const present = await services.store.subscriptionsOf(guildId);
  const saved = await services.store.templates.ofGuild(guildId);
  const compared = await compareImport(plan, present, source.mode, context, saved);
  const { added, renewed, removed, settings, templates } = compared;
  const over = exceededLimit({
    present: await services.store.subscriptionCounts(guildId),
    coming: countByChannel(added),
    going: countByChannel(removed),
  });
  if (over !== null) throw new UserError(overCapText(over));
  const { warnings, unmatched } = plan;
  const changes = {
    ...compared,
    warnings,
    settings: settings.map(({ channelId }) => channelId),
    templates: templates.length,
  };
  const { alertFiles: words } = services.view.messages;
  const embeds = [importEmbed(changes, services.view)];
  const isIdle = added.length + renewed.length + removed.length + settings.length + templates.length === 0;
  if (isIdle && unmatched.length === 0) return { content: words.nothingToDo, embeds };
  const removals = removed.map((one) => one.id);
  const id = await pendingImports.save(
    {
      alerts: [...added, ...renewed].map((one) => ({ ...one, templates: [...one.templates] })),
      removals,
      settings: [...settings],
      templates: [...templates],
      source,
    },
    context,
  );
  return {
    content: unmatched.length === 0 ? '' : words.chooseChannels,
    embeds,
    components: [
      ...unmatchedRows(id, unmatched, context),
      ...buttonRows([
        {
          ...button(words.confirm, confirmLink.to({ saved: id }), context, 'success'),
          ...(isIdle ? { disabled: true } : {}),
        },
        button(words.cancel, cancelLink.to({ saved: id }), context, 'danger'),
      ]),
    ],
  };
}

const chooseChannel = defineComponent(channelLink, {
  requires,
  async run({ saved, at }, context, { chosen: [channelId] }) {
    await requireWritable(channelId ?? '', context);
    const { source } = await takePlan(saved, context);
    const chosen = new Map(source.chosen).set(Number(at), channelId ?? '');
    return showImport({ ...source, chosen: [...chosen] }, context);
  },
});

/** `/alerts import`: imports alerts from a file, after a preview of the changes. */
export const importAlerts: Subcommand = {
  name: 'import',
  definition: ({ alertCommands: words }) => ({
    description: words.importDescription,
    options: [
      {
        type: ApplicationCommandOptionType.Attachment,
        name: 'file',
        description: words.importFile,
        required: true,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'mode',
        description: words.importMode,
        choices: [
          { name: words.importModeAdd, value: 'add' },
          { name: words.importModeReplace, value: 'replace' },
        ],
      },
    ],
  }),
  answerTo: 'asker',
  requires,
  async execute(interaction, context) {
    const { services } = context;
    const mode = interaction.options.getString('mode') === 'replace' ? 'replace' : 'add';
    const text = await services.readAttachment(interaction.options.getAttachment('file', true));
    return showImport({ text, mode, chosen: [] }, context);
  },
  components: [confirm, cancel, chooseChannel],
};
