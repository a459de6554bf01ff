import { ApplicationCommandOptionType, ComponentType } from 'discord-api-types/v10';
import { countByChannel, exceededLimit } from '../../src/alerts/subscription-revision.ts';
import type { Action } from '../../src/discord/actions/action.ts';
import { actionButton } from '../../src/discord/actions/action-button.ts';
import { writeActionId } from '../../src/discord/actions/action-id.ts';
import type { Answer, AnswerContext, Row } from '../../src/discord/answer.ts';
import type { Subcommand } from '../../src/discord/command.ts';
import { buttonRows } from '../../src/discord/components/buttons.ts';
import { overCapText } from '../../src/discord/setup/cap-text.ts';
import { requireWritable } from '../../src/discord/setup/member-permissions.ts';
import { compareImport } from '../../src/discord/subscription-file/compare-import.ts';
import { doImport } from '../../src/discord/subscription-file/do-import.ts';
import type { ImportSource, PendingImport } from '../../src/discord/subscription-file/import-plan.ts';
import { planImport, type UnmatchedChannel } from '../../src/discord/subscription-file/plan-import.ts';
import { readAlertsFile } from '../../src/discord/subscription-file/read-file.ts';
import { sanitizeLine } from '../../src/discord/text.ts';
import { UserError } from '../../src/discord/user-error.ts';
import { importEmbed } from '../../src/discord/views/import-preview.ts';
import { POSTABLE_CHANNELS } from './postable-channels.ts';

const requires = 'manage-alerts';
const CHOOSE_CHANNEL = 'import-channel';
/** Discord: five rows a message, of which the buttons need one. */
const MAX_MENUS = 4;
/** Characters of a channel's name in a menu. */
const NAME_LENGTH = 80;

function takePlan(id: string, { requester, guildId, services }: AnswerContext): PendingImport {
  const plan = services.imports.take(id, { requester, guildId });
  if (plan === null) {
    throw new UserError(({ alertFiles }) => alertFiles.over);
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
    return { content: context.services.view.messages.alertFiles.notChanged };
  },
};

/** A menu for each of the first channels of the file that no channel of the server stands for. */
function unmatchedRows(
  id: string,
  unmatched: readonly UnmatchedChannel[],
  { requester, services }: AnswerContext,
): readonly Row[] {
  const { alertFiles: words } = services.view.messages;
  return unmatched.slice(0, MAX_MENUS).map(({ at, name }) => ({
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.ChannelSelect,
        custom_id: writeActionId({ name: CHOOSE_CHANNEL, requester, argument: `${id}:${at}` }),
        placeholder: words.chooseChannelFor(sanitizeLine(name, NAME_LENGTH)),
        channel_types: [...POSTABLE_CHANNELS],
      },
    ],
  }));
}

/** What the file would change, with what confirms it, and menus for channels that it cannot find. */
async function showImport(source: ImportSource, context: AnswerContext): Promise<Answer> {
  const { requester, guildId, services } = context;
  const plan = await planImport(source.file, guildId, context, source.chosen);
  const present = await services.store.subscriptionsOf(guildId);
  const compared = await compareImport(plan, present, source.mode, context);
  const { added, removed, settings } = compared;
  const over = exceededLimit({
    present: await services.store.subscriptionCounts(guildId),
    coming: countByChannel(added),
    going: countByChannel(removed),
  });
  if (over !== null) throw new UserError(overCapText(over));
  const { warnings, unmatched } = plan;
  const changes = { ...compared, warnings, settings: settings.map(({ channelId }) => channelId) };
  const { alertFiles: words } = services.view.messages;
  const embeds = [importEmbed(changes, services.view)];
  const isIdle = added.length + removed.length + settings.length === 0;
  if (isIdle && unmatched.length === 0) return { content: words.nothingToDo, embeds };
  const removals = removed.map((one) => one.id);
  const id = services.imports.keep({ guildId, requester, alerts: added, removals, settings, source });
  return {
    content: unmatched.length === 0 ? '' : words.chooseChannels,
    embeds,
    components: [
      ...unmatchedRows(id, unmatched, context),
      ...buttonRows([
        {
          ...actionButton(words.confirm, confirm, id, context, 'success'),
          ...(isIdle ? { disabled: true } : {}),
        },
        actionButton(words.cancel, cancel, id, context, 'danger'),
      ]),
    ],
  };
}

const chooseChannel: Action = {
  name: CHOOSE_CHANNEL,
  requires,
  answersBy: 'update',
  async run({ argument, values: [channelId] }, context) {
    const [id = '', at = ''] = argument.split(':');
    await requireWritable(channelId ?? '', context);
    const { source } = takePlan(id, context);
    const chosen = new Map(source.chosen).set(Number(at), channelId ?? '');
    return showImport({ ...source, chosen }, context);
  },
};

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
    const file = await readAlertsFile(text, services.view);
    return showImport({ file, mode, chosen: new Map() }, context);
  },
  actions: [confirm, cancel, chooseChannel],
};
