import {
  type Client,
  type ListJobsArgs,
  type ListJobsReply,
  dropJob,
  listJobs,
  retryJob,
} from '@patchbay/client';
import { jobKinds, jobStates } from '@patchbay/contract';
import { countOf } from '../../count-of.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { formatCount, formatMoment } from '../../format.ts';
import { readNumber } from '../../read-number.ts';
import { useHref } from '../../visit.ts';
import { moderation, reasonIn } from './moderation.tsx';

const path = '/moderate/jobs';
const pageSize = 20;

type Job = ListJobsReply['jobs'][number];

/** What the server has to do, for moderators. */
export const jobs = moderation({
  path,
  show: async ({ client, query }, state) => ({
    title: 'Jobs',
    body: <Jobs found={await findJobs(client, query)} chosen={chosenIn(query)} state={state} />,
  }),
  subject: (_visit, fields) => `job:${fields.get('which') ?? ''}`,
  acts: {
    decide: ({ client }, fields) => {
      const decide = fields.get('to') === 'drop' ? dropJob : retryJob;
      return decide(client, { jobId: fields.get('which') ?? '', body: { reason: reasonIn(fields) } });
    },
  },
});

type Chosen = Pick<ListJobsArgs, 'kind' | 'state'>;

const chosenIn = (query: URLSearchParams): Chosen => {
  const kind = jobKinds.find((one) => one === query.get('kind'));
  const state = jobStates.find((one) => one === query.get('state'));
  return { ...(kind && { kind }), ...(state && { state }) };
};

const findJobs = (client: Client, query: URLSearchParams): Promise<ListJobsReply> =>
  listJobs(client, { ...chosenIn(query), page: readNumber(query, 'page', 1), limit: pageSize });

interface JobsProps {
  found: ListJobsReply;
  chosen: Chosen;
  state: FormState | undefined;
}

const Jobs = ({ found, chosen, state }: JobsProps) => {
  const href = useHref();
  return (
    <>
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
        <a href={href('/guide/operations/moderation#jobs')}>What they do, and what giving one up means</a>
      </p>
      <ol class="nodes">
        {found.jobs.map((job) => (
          <li key={job.id}>
            <JobCard job={job} state={state} />
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
  <div class="field">
    <label for={name}>{label}</label>
    <select id={name} name={name}>
      <option value="">all</option>
      {values.map((value) => (
        <option key={value} value={value} selected={value === chosen}>
          {value}
        </option>
      ))}
    </select>
  </div>
);

const tones: Readonly<Record<Job['state'], string>> = {
  running: 'tag info',
  failed: 'tag bad',
  waiting: 'tag warn',
  scheduled: 'tag',
};

interface JobProps {
  job: Job;
  state: FormState | undefined;
}

const JobCard = ({ job, state }: JobProps) => {
  const {
    kind,
    subject,
    publisher_id: publisher,
    state: at,
    due_at: dueAt,
    attempts,
    last_error: error,
  } = job;
  const href = useHref();
  return (
    <article class="card">
      <h2>{kind}</h2>
      <p class="facts">
        <span class={tones[at]}>{at}</span>
        <span>
          due <time dateTime={dueAt}>{formatMoment(dueAt)}</time>
        </span>
        {attempts > 0 && <span>begun {countOf(attempts, 'time')}</span>}
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
      {at !== 'running' && <Decision job={job} state={state} />}
    </article>
  );
};

const Decision = ({ job: { id, kind, can_be_dropped: canBeDropped }, state }: JobProps) => {
  const isKnown = jobKinds.some((known) => known === kind);
  if (!isKnown && !canBeDropped) return null;
  return (
    <details open={state?.sent.get('which') === id}>
      <summary>Decide</summary>
      <Form name="decide" which={id} state={state}>
        <input type="hidden" name="do" value="decide" />
        <Field
          name="reason"
          label="Reason"
          hint="Kept in the log."
          isRequired
          maxLength={1_000}
          autocomplete="off"
        />
        <div class="buttons">
          {isKnown && (
            <button class="main" name="to" value="retry">
              Retry now
            </button>
          )}
          {canBeDropped && (
            <button class="danger" name="to" value="drop">
              Drop
            </button>
          )}
        </div>
      </Form>
    </details>
  );
};
