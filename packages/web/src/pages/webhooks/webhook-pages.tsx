import {
  type ListWebhookDeliveriesReply,
  type Webhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@patchbay/client';
import type { VNode } from 'preact';
import type { FormState } from '../../forms/form-state.ts';
import { type FormAction, formsOf } from '../../forms/forms-of.ts';
import { once } from '../../forms/once.ts';
import { changedIn } from '../../forms/opened.ts';
import { requireConfirmation } from '../../forms/require-confirmation.ts';
import { samePage } from '../../forms/same-page.ts';
import { textOf } from '../../forms/text-of.ts';
import { type View, page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import type { FormRoute, PageRoute, Visit } from '../../site.ts';
import { WebhookList } from './webhook-list.tsx';
import { webhookTexts } from './webhook-fields.tsx';
import { WebhookView } from './webhook-view.tsx';

/** What a new webhook is to be, or what is changed of one. */
export interface WebhookTerms {
  url: string;
  description?: string;
  events?: NonNullable<Webhook['events']>;
}

/** Whose webhooks some pages are about. */
interface Place {
  /** Of the list; the page of one has its id behind it. */
  path: string;
  lead: string;
  events: readonly string[];
  /** The way around, for who may be here. Throws the registry's refusal for everybody else. */
  nav: (visit: Visit) => Promise<VNode>;
  list: (visit: Visit) => Promise<readonly Webhook[]>;
  create: (visit: Visit, terms: WebhookTerms) => Promise<Webhook>;
}

const deliveriesOfPage = 20;

/** The list of webhooks and the page of each, for a publisher or for moderators. */
export const webhookPages = (place: Place): { pages: PageRoute[]; forms: FormRoute[] } => {
  const { path, lead, events, nav, list, create } = place;
  const base = ({ params: { publisherId = '' } }: Visit): string => path.replace(':publisherId', publisherId);

  const showList = async (visit: Visit, state?: FormState, made?: Webhook): Promise<View> => ({
    title: 'Webhooks',
    body: (
      <>
        {await nav(visit)}
        <WebhookList
          base={base(visit)}
          lead={lead}
          events={events}
          webhooks={await list(visit)}
          made={made}
          state={state}
        />
      </>
    ),
  });
  const onePath = `${path}/:webhookId`;
  const showOne = async (visit: Visit, state?: FormState, rotated?: Webhook): Promise<View> => {
    const around = await nav(visit);
    const webhookId = idIn(visit);
    const webhook = await getWebhook(visit.client, { webhookId });
    return {
      title: 'Webhook',
      body: (
        <>
          {around}
          <WebhookView
            webhook={webhook}
            base={base(visit)}
            events={events}
            found={await findDeliveries(visit)}
            secret={rotated?.secret}
            state={state}
          />
        </>
      ),
    };
  };
  const act =
    (
      run: (visit: Visit, webhookId: string, fields: URLSearchParams) => Promise<unknown>,
      done: string,
    ): FormAction =>
    async (visit, fields) => {
      await run(visit, idIn(visit), fields);
      return samePage(visit, done);
    };
  const turn = (enabled: boolean) =>
    act(({ client }, webhookId) => updateWebhook(client, { webhookId, body: { enabled } }), 'saved');

  return {
    pages: [
      page({ path, audience: 'person', show: (visit) => showList(visit) }),
      page({ path: onePath, audience: 'person', show: (visit) => showOne(visit) }),
    ],
    forms: [
      formsOf(path, (visit, state) => showList(visit, state), {
        create: async (visit, fields) => {
          // The page that shows the secret is the only one that ever does, so nothing leads on to another.
          const sender = { ...visit, client: once(visit.client, fields) };
          return showList(visit, undefined, await create(sender, termsIn(fields)));
        },
      }),
      formsOf(onePath, (visit, state) => showOne(visit, state), {
        save: act(async ({ client }, webhookId, fields) => {
          const webhook = await getWebhook(client, { webhookId });
          const changed = changedIn(fields, webhookTexts(webhook));
          const { url, description = null, events = null } = termsIn(fields);
          const all = Object.entries({ url, description, events });
          const body = Object.fromEntries(all.filter(([name]) => changed.has(name as keyof WebhookTerms)));
          return updateWebhook(client, { webhookId, body });
        }, 'saved'),
        on: turn(true),
        off: turn(false),
        test: act(({ client }, webhookId) => testWebhook(client, { webhookId }), 'tested'),
        replay: act(
          ({ client }, webhookId, fields) =>
            replayWebhookDelivery(client, { webhookId, deliveryId: fields.get('which') ?? '' }),
          'replayed',
        ),
        rotate: async (visit, fields) => {
          const client = once(visit.client, fields);
          return showOne(visit, undefined, await rotateWebhookSecret(client, { webhookId: idIn(visit) }));
        },
        delete: async (visit, fields) => {
          requireConfirmation(fields, 'delete');
          await deleteWebhook(visit.client, { webhookId: idIn(visit) });
          return { redirect: `${base(visit)}?done=deleted` };
        },
      }),
    ],
  };
};

const idIn = ({ params }: Visit): string => params['webhookId'] ?? '';

const findDeliveries = (visit: Visit): Promise<ListWebhookDeliveriesReply> =>
  listWebhookDeliveries(visit.client, {
    webhookId: idIn(visit),
    page: readNumber(visit.query, 'page', 1),
    limit: deliveriesOfPage,
  });

/** The registry says which events there are. */
const termsIn = (fields: URLSearchParams): WebhookTerms => {
  const [description, events] = [
    textOf(fields, 'description'),
    fields.getAll('events').filter((event) => event !== ''),
  ];
  return {
    url: textOf(fields, 'url'),
    ...(description === '' ? {} : { description }),
    ...(events.length === 0 ? {} : { events: events as NonNullable<WebhookTerms['events']> }),
  };
};
