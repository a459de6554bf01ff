import { MessageFlags } from 'discord-api-types/v10';
import { judge, type Probe } from '../probe.ts';

/** Posts a message that notifies nobody. */
export const silentMessage: Probe = {
  name: 'silent-message',
  assumed: 'A message that is posted with SUPPRESS_NOTIFICATIONS keeps that flag.',
  dependent: 'In silent channels, alerts notify nobody.',
  async run(lab) {
    const { flags } = await lab.post({
      content: lab.mark('Silent'),
      flags: MessageFlags.SuppressNotifications,
    });
    const isSilent = (flags & MessageFlags.SuppressNotifications) !== 0;
    return judge(isSilent, `flags ${flags} in the answer`, { flags });
  },
};
