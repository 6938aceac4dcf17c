import {
  type Client,
  type ListJobsArgs,
  type ListJobsReply,
  dropJob,
  listJobs,
  retryJob,
} from '@patchbay/client';
import { jobKinds, jobStates } from '@patchbay/contract';
import { ModerateNav } from '../../components/moderate-nav.tsx';
import { Pager } from '../../components/pager.tsx';
import { formatCount } from '../../format.ts';
import { form, page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import { useHref, useVisit } from '../../visit.ts';

const path = '/moderate/jobs';
const pageSize = 20;

type Job = ListJobsReply['jobs'][number];

/** What the server has to do, for moderators. */
export const jobsPage = page({
  path,
  audience: 'person',
  show: async ({ client, query }) => ({
    title: 'Jobs',
    body: <Jobs found={await findJobs(client, query)} chosen={chosenIn(query)} />,
  }),
});

type Chosen = Pick<ListJobsArgs, 'kind' | 'state'>;

const chosenIn = (query: URLSearchParams): Chosen => {
  const kind = jobKinds.find((one) => one === query.get('kind'));
  const state = jobStates.find((one) => one === query.get('state'));
  return { ...(kind && { kind }), ...(state && { state }) };
};

const findJobs = (client: Client, query: URLSearchParams): Promise<ListJobsReply> =>
  listJobs(client, { ...chosenIn(query), page: readNumber(query, 'page', 1), limit: pageSize });

/** Begins a job or gives it up, and shows the list again. */
const decide = (action: string, change: typeof retryJob | typeof dropJob) =>
  form({
    path: `${path}/:jobId/${action}`,
    send: async ({ client, params }, fields) => {
      await change(client, { jobId: params['jobId'] ?? '', body: { reason: fields.get('reason') ?? '' } });
      return { redirect: path };
    },
  });

export const retryJobForm = decide('retry', retryJob);
export const dropJobForm = decide('drop', dropJob);

const Jobs = ({ found, chosen }: { found: ListJobsReply; chosen: Chosen }) => {
  const href = useHref();
  return (
    <>
      <ModerateNav />
      <h1>Jobs</h1>
      <form class="filters" action={href(path)} aria-label="Filters">
        <Choice name="kind" label="Kind" values={jobKinds} chosen={chosen.kind} />
        <Choice name="state" label="State" values={jobStates} chosen={chosen.state} />
        <button>Show</button>
      </form>
      <p class="quiet" role="status">
        {found.total === 0
          ? 'No job.'
          : `${formatCount(found.total)} jobs, the one that is due first at the top.`}{' '}
        <a href={href('/guide/operations#jobs')}>What they do, and what giving one up means</a>
      </p>
      <ol class="nodes">
        {found.jobs.map((job) => (
          <li key={job.id}>
            <JobCard job={job} />
          </li>
        ))}
      </ol>
      <Pager page={found.page} totalPages={found.totalPages} />
    </>
  );
};

interface ChoiceProps {
  name: string;
  label: string;
  values: readonly string[];
  chosen: string | undefined;
}

const Choice = ({ name, label, values, chosen }: ChoiceProps) => (
  <label>
    {label}{' '}
    <select name={name}>
      <option value="">all</option>
      {values.map((value) => (
        <option key={value} value={value} selected={value === chosen}>
          {value}
        </option>
      ))}
    </select>
  </label>
);

const tones: Readonly<Record<Job['state'], string>> = {
  running: 'tag info',
  failed: 'tag bad',
  waiting: 'tag warn',
  scheduled: 'tag',
};

const JobCard = ({ job }: { job: Job }) => {
  const { kind, subject, publisher_id: publisher, state, due_at: dueAt, attempts, last_error: error } = job;
  const href = useHref();
  return (
    <article class="card">
      <h2>{kind}</h2>
      <p class="facts">
        <span class={tones[state]}>{state}</span>
        <span>
          due <time dateTime={dueAt}>{dueAt}</time>
        </span>
        <span>begun {formatCount(attempts)} times</span>
      </p>
      {subject !== '' && (
        <p class="quiet">
          <bdi>{subject}</bdi>
          {publisher !== undefined && (
            <>
              {' of '}
              <a href={href(`/p/${publisher}`)}>{publisher}</a>
            </>
          )}
        </p>
      )}
      {error !== undefined && (
        <pre tabIndex={0}>
          <bdi>{error}</bdi>
        </pre>
      )}
      {state !== 'running' && <Decision job={job} />}
    </article>
  );
};

const Decision = ({ job: { id, kind, can_be_dropped: canBeDropped } }: { job: Job }) => {
  const href = useHref();
  const { formToken } = useVisit();
  const isKnown = jobKinds.some((known) => known === kind);
  const to = (action: string): string => href(`${path}/${id}/${action}`);
  if (!isKnown && !canBeDropped) return null;
  return (
    <details>
      <summary>Decide</summary>
      <form class="form" method="post" action={to(isKnown ? 'retry' : 'drop')}>
        <input type="hidden" name="form_token" value={formToken} />
        <label class="field">
          Reason, for the log
          <input name="reason" required maxLength={1_000} autocomplete="off" />
        </label>
        {isKnown && <button class="main">Retry now</button>}
        {canBeDropped && (
          <button class="danger" formAction={to('drop')}>
            Drop
          </button>
        )}
      </form>
    </details>
  );
};
