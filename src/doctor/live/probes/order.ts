import { judge, type Probe } from '../probe.ts';
import { describeAnswer, readMessages } from '../wire.ts';

/** Reads three messages back in the way that a search does. */
export const order: Probe = {
  name: 'order',
  assumed: 'Ids increase in the order of posting, and a list after an id begins with the nearest messages.',
  dependent: 'The search for a message reads its time span from the oldest message to the newest.',
  async run(lab) {
    const ids: string[] = [];
    for (const name of ['First', 'Second', 'Third'])
      ids.push((await lab.post({ content: lab.mark(name) })).id);
    const before = BigInt(ids[0] ?? 0) - 1n;
    const path = `/channels/${lab.channel.id}/messages?after=${before}`;
    const nearest = await lab.send('GET', `${path}&limit=1`);
    const all = await lab.send('GET', `${path}&limit=100`);
    const [one, page] = [readMessages(nearest), readMessages(all)];
    if (one === null || page === null)
      return judge(false, `${describeAnswer(nearest)}, then ${describeAnswer(all)}`);
    const listed = page.map(({ id }) => id).filter((id) => ids.includes(id));
    const idsIncrease = ids.every((id, index) => index === 0 || BigInt(id) > BigInt(ids[index - 1] ?? 0));
    const isNearest = one.length === 1 && one[0]?.id === ids[0];
    const isNewestFirst = listed.join() === ids.toReversed().join();
    const seen = [
      idsIncrease ? 'ids increase' : 'ids do not increase',
      isNearest ? 'the list begins with the nearest' : 'the list does not begin with the nearest',
      isNewestFirst ? 'a page is newest first' : `${listed.length} of 3 messages, or another order`,
    ];
    return judge(idsIncrease && isNearest && isNewestFirst, seen.join('; '), {
      idsIncrease,
      isNearest,
      isNewestFirst,
    });
  },
};
