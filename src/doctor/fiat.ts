import type { Config } from '#src/config.ts';
import { rateIn } from '#src/marketplace/fiat-rates.ts';
import { type Check, good, warning } from './check-result.ts';
import type { Ask } from './http-request.ts';

const REMEDY =
  'Correct FIAT_RATE_URL and FIAT_RATE_PATH in .env. Alerts are posted without fiat values meanwhile.';

/** Checks the source of the fiat price. Names only its host, because its address may have a key. */
export async function* checkFiat({ fiat, currency }: Pick<Config, 'fiat' | 'currency'>, ask: Ask): Check {
  if (fiat === null) return;
  const { host } = new URL(fiat.url);
  const reply = await ask(fiat.url);
  if (!reply.answered)
    return yield warning(`The fiat price cannot be read: ${host}: ${reply.reason}.`, REMEDY);
  const { status, body } = reply;
  if (status !== 200)
    return yield warning(`The fiat price cannot be read: ${host} answers with status ${status}.`, REMEDY);
  const found = body === undefined ? null : rateIn(body, fiat);
  if (found === null)
    return yield warning(
      `The fiat price cannot be read: ${host} has no positive number at FIAT_RATE_PATH.`,
      REMEDY,
    );
  yield good(`The fiat price can be read: 1 ${currency.symbol} is ${found.rate} ${found.currency}.`);
}
