import type { MarketDescription } from '#src/alerts/description.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { type MenuEntry, openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import { lookupOf, summaryLink } from '#src/discord/components/targets.ts';
import { describeAll, isMarket } from '#src/discord/render/describe.ts';
import { byImportance, type SummaryItem, summaryLine } from '#src/discord/render/layouts/summary-line.ts';
import { drawSegments, type SegmentStyle } from '#src/discord/render/segments.ts';
import { UserError } from '#src/discord/user-error.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { listEmbed } from '#src/discord/views/list-embed.ts';

/** As many as a summary names; a line has at most 320 characters. */
const PAGE_SIZE = 10;

const LABEL: SegmentStyle = { nameLength: 60, links: false, wallets: 'text', plain: true };

/** The alerts of a summary. */
interface Summarised {
  readonly count: number;
  /** Most important first; an auction is one entry. */
  readonly items: readonly SummaryItem[];
}

/** @throws UserError if the alerts are gone, or were posted in another channel */
async function readSummarised(
  { post, mark }: { readonly post: string; readonly mark: string },
  { services, requester, channelId }: AnswerContext,
): Promise<Summarised> {
  const number = Number(post);
  const posted = Number.isSafeInteger(number) ? await services.store.alertsOfPost(number) : null;
  const isHere = posted !== null && [channelId, personTarget(requester)].includes(posted.channelId);
  const described = isHere ? describeAll(posted.channelId, posted.alerts, services.view) : [];
  // A database that was restored may have given the number to another post.
  if (!described.some(({ reference }) => reference === mark))
    throw new UserError(({ layouts }) => layouts.allGone);
  const alerts = described.filter(isMarket).map(({ description }) => description);
  return { count: alerts.length, items: byImportance(alerts) };
}

const entryOf = ({ subject, group, headline }: MarketDescription, view: ViewContext): readonly MenuEntry[] =>
  subject.target === null
    ? []
    : [{ label: `${group.sign} ${drawSegments(headline, view, LABEL)}`, to: lookupOf(subject.target) }];

/** All alerts of a summary, most important first, for the person who asks. */
export const summaryScreen = defineComponent(summaryLink, {
  load: readSummarised,
  render({ count, items }, values, context) {
    const { view } = context.services;
    const { layouts } = view.messages;
    const page = paginate(items, values.page, PAGE_SIZE);
    const embed = listEmbed(
      {
        title: layouts.alerts(count),
        note: layouts.topFirst,
        entries: (shown) => page.items.map((item) => summaryLine(item, true, shown)),
        empty: layouts.allGone,
        footer: pageText(page, PAGE_SIZE, view),
      },
      view,
    );
    return {
      embeds: [embed],
      components: [
        ...openMenu(
          'alerts',
          layouts.openAlert,
          page.items.flatMap(({ latest }) => entryOf(latest, view)),
          context,
        ),
        ...pagerRow((number) => summaryLink.to({ ...values, page: number }), page, PAGE_SIZE, context),
      ],
    };
  },
});
