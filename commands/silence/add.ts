import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { requireWritable } from '#src/discord/access/member-permissions.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import type { CommandOptions } from '#src/discord/interactions/options.ts';
import { UserError } from '#src/discord/user-error.ts';
import { alertName } from '#src/discord/views/rule-words.ts';
import { resolveSubscription, subscriptionChoices } from '../alerts/alert-option.ts';
import { CHANNEL_OPTION, POSTABLE_CHANNELS } from '../channel-option.ts';
import { addSilence } from './add-silence.ts';
import { DURATION, durationChoices, durationOption, readSilenceEnd } from './duration-option.ts';
import { hereComponents } from './silence-this.ts';
import { readSubject, type Silenced, subjectChoices, subjectOptions } from './subject.ts';

const SUMMARY = 'summary';

/** Reads what is silenced. @throws UserError */
async function silencedBy(options: CommandOptions, context: AnswerContext): Promise<Silenced> {
  const { guildId, services } = context;
  const chosen = options.getChannel(CHANNEL_OPTION)?.id ?? null;
  if (chosen !== null) await requireWritable(chosen, context);
  const alert = options.getString('alert');
  const subject = await readSubject(options, chosen, context, alert !== null);
  if (alert !== null) {
    const subscription = await resolveSubscription(alert, guildId, services);
    const { id, channelId } = subscription;
    if (chosen !== null && chosen !== channelId)
      throw new UserError(({ silences }) =>
        silences.otherChannel(alertName(subscription), `<#${channelId}>`),
      );
    return { scope: 'rule', target: String(id), channelId };
  }
  if (subject !== null) return subject;
  return chosen === null
    ? { scope: 'server', target: '', channelId: null }
    : { scope: 'channel', target: chosen, channelId: chosen };
}

/** `/silence add`: leaves alerts of the server out until a time. */
export const add: Subcommand = {
  name: 'add',
  definition: (messages) => ({
    description: messages.silences.addDescription,
    options: [
      durationOption(messages),
      {
        type: ApplicationCommandOptionType.Channel,
        name: CHANNEL_OPTION,
        description: messages.silences.channelOption,
        channel_types: [...POSTABLE_CHANNELS],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'alert',
        description: messages.silences.alertOption,
        autocomplete: true,
        max_length: 100,
      },
      ...subjectOptions(messages),
      {
        type: ApplicationCommandOptionType.Boolean,
        name: SUMMARY,
        description: messages.silences.summaryOption,
      },
    ],
  }),
  example: 'duration:4 hours collection:Lantern Foxes',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute({ options }, context) {
    const endsAt = readSilenceEnd(options.getString(DURATION, true), context);
    const silenced = await silencedBy(options, context);
    const isSummarised = options.getBoolean(SUMMARY) === true;
    if (isSummarised && silenced.scope !== 'channel')
      throw new UserError(({ silences }) => silences.summaryOfChannel);
    const silence = { ...silenced, guildId: context.guildId, endsAt, isSummarised };
    return { content: await addSilence(silence, context) };
  },
  components: hereComponents,
  autocomplete(interaction, services, { guildId }) {
    const { name, value } = interaction.options.getFocused();
    switch (name) {
      case DURATION:
        return durationChoices(value, services);
      case 'alert':
        return subscriptionChoices(value, guildId, services);
      default:
        return subjectChoices(interaction.options, services);
    }
  },
};
