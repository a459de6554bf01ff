import { ComponentType, MessageFlags } from 'discord-api-types/v10';
import { judge, type Probe } from '../probe.ts';
import { describeAnswer, readMessage, readMessages } from '../wire.ts';

/** Posts a container, then lists the channel and reads the container by id (discord-api-docs#8611). */
export const componentsV2: Probe = {
  name: 'components-v2',
  assumed:
    'A channel with a container can be listed, or is answered with 500 while each message is readable by id.',
  dependent:
    'Alerts use no containers. A history that cannot be listed is told from an outage by single messages.',
  async run(lab) {
    const { id } = await lab.post({
      flags: MessageFlags.IsComponentsV2,
      components: [
        {
          type: ComponentType.Container,
          components: [{ type: ComponentType.TextDisplay, content: lab.mark('Container') }],
        },
      ],
    });
    const messages = `/channels/${lab.channel.id}/messages`;
    const list = await lab.send('GET', `${messages}?after=${BigInt(id) - 1n}&limit=100`);
    const single = await lab.send('GET', `${messages}/${id}`);
    const isListed = readMessages(list)?.some((message) => message.id === id) === true;
    const isReadable = readMessage(single)?.id === id;
    return judge(
      isReadable && (isListed || list.status === 500),
      `${describeAnswer(list)} for the list, ${isListed ? 'with' : 'without'} the message; ${describeAnswer(single)} by id`,
      { listStatus: list.status, isListed, isReadable },
    );
  },
};
