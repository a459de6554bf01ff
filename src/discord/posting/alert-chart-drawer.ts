import { hasChart, isMarketAlert } from '#src/alerts/kinds/registry.ts';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import type { Chart } from '#src/charts/chart.ts';
import { type DrawnChart, type DrawnCharts, NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';
import { createConcurrencyLimit } from '#src/marketplace/concurrency-limit.ts';
import type { ChartedMessage } from '#src/outbox/notifier.ts';
import type { QueueTarget } from '#src/store/model/channel-facts.ts';
import { drawChart } from '../draw-chart.ts';
import { shownChart } from '../render/alert-charts.ts';
import { describeAlert } from '../render/describe.ts';
import type { ViewContext } from '../views/context.ts';

/** Draws the charts of alerts. */
export interface AlertChartDrawer {
  hasCharts(channelId: string, message: ChartedMessage, target: QueueTarget): boolean;
  drawCharts(channelId: string, message: ChartedMessage, target: QueueTarget): Promise<DrawnCharts>;
  /**
   * Records that Discord refused a message with files there. Further messages have none until something about the
   * channel changes.
   */
  noteRefusedFiles(channelId: string, target: QueueTarget): void;
}

/**
 * Maximum charts of alerts in the thread at once, including waiting ones, so that it has room for charts of commands.
 */
const MAX_DRAWN_AT_ONCE = 8;

interface AlertChart {
  readonly alertKey: string;
  readonly chart: Chart;
}

/**
 * Draws charts only for cards, and if the bot may attach files.
 * @param deps.contextFor returns the context with the settings of a server; `null` for no server
 */
export function createAlertChartDrawer(deps: {
  readonly charts: Pick<ChartRenderer, 'render'>;
  readonly contextFor: (guildId: string | null) => ViewContext;
  readonly settingsOf: (channelId: string) => ChannelSettings;
}): AlertChartDrawer {
  const { charts, contextFor, settingsOf } = deps;
  const limit = createConcurrencyLimit({
    maxConcurrent: MAX_DRAWN_AT_ONCE,
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  /** Drawing ends by itself within two seconds. */
  const { signal } = new AbortController();
  /** `checkedAt` of the channel facts at the time of the refusal, by channel; `null` for a user. */
  const refused = new Map<string, number | null>();

  function mayAttach(channelId: string, { facts, person }: QueueTarget): boolean {
    if (person !== null) return !refused.has(channelId);
    return facts?.isAttachingFiles === true && refused.get(channelId) !== facts.checkedAt;
  }

  function chartsIn(
    channelId: string,
    { layout, alerts }: ChartedMessage,
    target: QueueTarget,
  ): readonly AlertChart[] {
    if (layout !== 'card' || !mayAttach(channelId, target)) return [];
    const view = contextFor(target.guildId);
    const { size: look } = settingsOf(channelId);
    return alerts.flatMap((alert) => {
      if (isMarketAlert(alert) && !hasChart(alert.topic)) return [];
      const chart = shownChart(describeAlert(alert, view), look);
      return chart === null ? [] : [{ alertKey: alert.key, chart }];
    });
  }

  /** Builds the charts like above. An alert that cannot be described has none; its message shows the error. */
  function chartsOf(channelId: string, message: ChartedMessage, target: QueueTarget): readonly AlertChart[] {
    try {
      return chartsIn(channelId, message, target);
    } catch {
      return [];
    }
  }

  async function draw(
    { alertKey, chart }: AlertChart,
    view: ViewContext,
  ): Promise<readonly [string, DrawnChart] | null> {
    const { png, text } = await limit.run(() => drawChart(chart, view, charts), signal);
    return png === null ? null : [alertKey, { png, text }];
  }

  return {
    hasCharts: (channelId, message, target) => chartsOf(channelId, message, target).length > 0,
    async drawCharts(channelId, message, target) {
      const wanted = chartsOf(channelId, message, target);
      if (wanted.length === 0) return NO_CHARTS;
      const view = contextFor(target.guildId);
      const drawn = await Promise.all(wanted.map((chart) => draw(chart, view)));
      return new Map(drawn.filter((one) => one !== null));
    },
    noteRefusedFiles(channelId, { facts, person }) {
      if (facts !== null || person !== null) refused.set(channelId, facts?.checkedAt ?? null);
    },
  };
}
