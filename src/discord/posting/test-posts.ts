import type { MarketAlert } from '#src/alerts/alert.ts';
import type { AlertTemplate } from '#src/alerts/templates/alert-template.ts';
import type { Chart } from '#src/charts/chart.ts';
import { type DrawnCharts, NO_CHARTS } from '#src/charts/drawn-charts.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import type { Answer } from '../answer.ts';
import type { WrittenChart } from '../draw-chart.ts';
import { chartFile } from '../draw-chart.ts';
import { attachedCharts } from '../render/alert-charts.ts';
import type { AlertMessage } from '../render/alert-message.ts';
import type { Sentence } from '../user-error.ts';

/** Explains why the test was not posted, and what to do; `null` if it was posted. */
function refusalOf(outcome: SendOutcome, channelId: string): Sentence | null {
  const channel = `<#${channelId}>`;
  switch (outcome.type) {
    case 'sent':
      return null;
    case 'refused':
      return ({ alertList }) => alertList.testBusy;
    case 'unexplained':
      return ({ alertList }) => alertList.testUnexplained;
    case 'invalid':
      return ({ alertList }) => alertList.testInvalid;
    case 'stopped':
      return outcome.state === 'closed'
        ? ({ alertList }) => alertList.testClosed(channel)
        : ({ alertList }) => alertList.testRefused(channel);
    case 'unauthorized':
      return ({ alertList }) => alertList.testUnauthorized;
    case 'ambiguous':
      return ({ alertList }) => alertList.testAmbiguous(channel);
    default:
      return outcome satisfies never;
  }
}

/**
 * Shows an alert as it would appear in a channel, as a preview or posted as a test, with its chart if the channel would
 * show one.
 */
export interface TestPosts {
  /**
   * Builds an answer with this alert, in the layout of the channel. Its content is what the template says above the
   * card; absent for nothing.
   */
  show(
    channelId: string,
    alert: MarketAlert,
    template?: AlertTemplate | null,
  ): Promise<Required<Pick<Answer, 'embeds' | 'files'>> & Pick<Answer, 'content'>>;
  /** Posts it there, marked as a test. Resolves to `null` if it was posted, else to a sentence that says what to do. */
  post(channelId: string, alert: MarketAlert, template: AlertTemplate | null): Promise<Sentence | null>;
}

/**
 * @param deps.shownChart returns the chart that the channel would show with the alert; `null` for none, or if the bot
 * may not attach files
 * @param deps.draw never rejects
 * @param deps.testMessage builds the alert marked as a test, without pings, with the settings of the channel and the
 * server
 * @param deps.send makes one request; never rejects
 */
export function createTestPosts({
  shownChart,
  draw,
  testMessage,
  send,
}: {
  readonly shownChart: (channelId: string, alert: MarketAlert) => Chart | null;
  readonly draw: (chart: Chart, channelId: string) => Promise<WrittenChart>;
  readonly testMessage: (
    channelId: string,
    alert: MarketAlert,
    options: {
      readonly charts: DrawnCharts;
      readonly template: AlertTemplate | null;
      /** Whether nothing marks it as a test. */
      readonly isPreview: boolean;
    },
  ) => AlertMessage;
  readonly send: (channelId: string, message: AlertMessage, charts: DrawnCharts) => Promise<SendOutcome>;
}): TestPosts {
  async function drawCharts(channelId: string, alert: MarketAlert): Promise<DrawnCharts> {
    const chart = shownChart(channelId, alert);
    if (chart === null) return NO_CHARTS;
    const { png, text } = await draw(chart, channelId);
    return png === null ? NO_CHARTS : new Map([[alert.key, { png, text }]]);
  }

  return {
    async show(channelId, alert, template = null) {
      const charts = await drawCharts(channelId, alert);
      const { content, embeds } = testMessage(channelId, alert, { charts, template, isPreview: true });
      const files = attachedCharts(embeds, charts).map(({ name, chart }) => chartFile(name, chart));
      return { ...(content === undefined ? {} : { content }), embeds, files };
    },
    async post(channelId, alert, template) {
      const charts = await drawCharts(channelId, alert);
      const message = testMessage(channelId, alert, { charts, template, isPreview: false });
      return refusalOf(await send(channelId, message, charts), channelId);
    },
  };
}
