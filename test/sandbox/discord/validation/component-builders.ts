import { validateMessage } from '../../../../sandbox/discord/validation/message.ts';
import { times } from './flat-errors.ts';

export const row = (...components: unknown[]) => ({ type: 1, components });
export const button = (part: object = {}) => ({
  type: 2,
  style: 1,
  label: 'Next',
  custom_id: 'next',
  ...part,
});
export const link = (part: object = {}) => ({
  type: 2,
  style: 5,
  label: 'Look',
  url: 'https://example.com',
  ...part,
});
export const option = (part: object = {}) => ({ label: 'Cats', value: 'cats', ...part });
export const select = (part: object = {}) => ({ type: 3, custom_id: 'pick', options: [option()], ...part });
export const buttons = (count: number, from = 0) =>
  times(count, (index) => button({ custom_id: `button-${from + index}` }));

export const message = (body: object) =>
  validateMessage(body, { operation: 'create', fileNames: ['cat.png'] });
export const rows = (components: unknown) => message({ components });
export const inRow = (component: unknown) => rows([row(component)]);
