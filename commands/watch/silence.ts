import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { personTarget } from '#src/alerts/target.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { UserError } from '#src/discord/user-error.ts';
import { addSilence } from '../silence/add-silence.ts';
import { DURATION, durationChoices, durationOption, readSilenceEnd } from '../silence/duration-option.ts';
import { answerOwnSilences, ownSilenceComponents } from '../silence/list.ts';
import { readSubject, subjectChoices, subjectOptions } from '../silence/subject.ts';
import { ALL, ownWatch } from './own.ts';
import { watchChoices } from './pause-resume-remove.ts';

const OPTIONS = ['watch', 'collection', 'token', 'wallet'];

/** `/watch silence`: leaves out the user's own alerts until a time, or shows their silences. */
export const silence: Subcommand = {
  name: 'silence',
  definition: (messages) => ({
    description: messages.silences.ofWatches,
    options: [
      { ...durationOption(messages), description: messages.silences.watchDuration, required: false },
      {
        type: ApplicationCommandOptionType.String,
        name: 'watch',
        description: messages.silences.watchOption,
        autocomplete: true,
        max_length: 100,
      },
      ...subjectOptions(messages),
    ],
  }),
  example: 'duration:4 hours',
  answerTo: 'asker',
  async execute({ options }, context) {
    const { requester, services } = context;
    const typed = options.getString(DURATION);
    if (typed === null) {
      if (OPTIONS.every((name) => options.getString(name) === null)) return answerOwnSilences(context);
      throw new UserError(({ silences }) => silences.needsDuration);
    }
    const guildId = personTarget(requester);
    const endsAt = readSilenceEnd(typed, context, services.settings.guild(guildId).timeZone);
    const given = options.getString('watch');
    const watch = given?.trim().toLowerCase() === ALL ? null : given;
    const subject = await readSubject(options, null, context, given !== null);
    const silenced =
      watch === null
        ? (subject ?? ({ scope: 'server', target: '', channelId: null } as const))
        : ({ scope: 'rule', target: String((await ownWatch(watch, context)).id), channelId: null } as const);
    return { content: await addSilence({ ...silenced, guildId, endsAt }, context) };
  },
  components: ownSilenceComponents,
  autocomplete(interaction, services, typist) {
    const { name, value } = interaction.options.getFocused();
    switch (name) {
      case DURATION:
        return durationChoices(
          value,
          services,
          services.settings.guild(personTarget(typist.requester)).timeZone,
        );
      case 'watch':
        return watchChoices(value, services, typist);
      default:
        return subjectChoices(interaction.options, services);
    }
  },
};
