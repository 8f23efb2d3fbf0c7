import { z } from 'zod';

// Where webhooks go, as it is given from outside: by environment, as a setting, or through the API.

/** An address webhooks can be sent to. Stripe's test mode takes plain HTTP as well. */
export const webhookUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2048);

/** The signing secret, in the form of Stripe's. */
export const webhookSecret = z
  .string()
  .regex(/^whsec_[\x21-\x7e]{1,200}$/, 'must be whsec_ and 1 to 200 visible characters');

export interface WebhookAddress {
  readonly url: string;
  readonly secret: string;
}
