import { bareToken } from './details.ts';
import { newSaleAlert, type SaleAlert } from './kinds/sale.ts';
import type { Trade } from './trade.ts';

/** Returns the sold token of a stored trade, without looked-up details. */
export const itemOfTrade = ({ seller, price, ...trade }: Trade): SaleAlert['item'] => ({
  ...bareToken(trade),
  price,
  currency: null,
  seller,
  priceContext: null,
});

/** Returns the alert on a stored trade that was a sale of its own, without looked-up details. */
export const saleOfTrade = (trade: Trade): SaleAlert =>
  newSaleAlert({
    key: trade.key,
    liveKey: null,
    item: itemOfTrade(trade),
    buyer: trade.buyer,
    txHash: null,
    occurredAt: trade.at,
  });
