import { type ManagedReport, answerReport, listReports } from '@patchbay/client';
import { limits, reportStatuses } from '@patchbay/contract';
import { Day } from '../../components/day.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import { FormRefusal } from '../../forms/form-refusal.ts';
import type { FormState } from '../../forms/form-state.ts';
import { textOf } from '../../forms/text-of.ts';
import { readNumber } from '../../read-number.ts';
import { reasonWords, statusWords } from '../../report-words.ts';
import { useHref } from '../../visit.ts';
import { moderation } from './moderation.tsx';
import { versionPath } from './version-path.ts';

const path = '/moderate/reports';
const pageSize = 25;

/** What users report, the oldest first, each with the form that answers it. */
export const reports = moderation({
  path,
  show: async ({ client, query, done }, state) => {
    const status = reportStatuses.find((one) => one === query.get('status')) ?? 'ReportStatusOpen';
    const { reports: found, ...place } = await listReports(client, {
      status,
      page: readNumber(query, 'page', 1),
      limit: pageSize,
    });
    return {
      title: 'Reports',
      body: (
        <>
          <header class="stack">
            <h1>Reports</h1>
            {done === 'answered' && <ModerateLink nodeId={query.get('node') ?? ''} />}
            <States chosen={status} />
          </header>
          {found.length === 0 && place.page === 1 && <p>No report is {statusWords[status].text}.</p>}
          {found.length > 0 && (
            <ol class="nodes">
              {found.map((report) => (
                <li key={report.id}>
                  <Reported report={report} state={state} />
                </li>
              ))}
            </ol>
          )}
          <Pager page={place.page} totalPages={place.totalPages} />
        </>
      ),
    };
  },
  subject: (_visit, fields) => `report:${fields.get('which') ?? ''}`,
  acts: {
    answer: async ({ client }, fields) => {
      const answer = textOf(fields, 'answer');
      if (answer === '') throw new FormRefusal({ answer: 'Write an answer. Who reported it reads it.' });
      const status = fields.get('to') === 'dismissed' ? 'ReportStatusDismissed' : 'ReportStatusResolved';
      const reportId = fields.get('which') ?? '';
      const { node_id: nodeId } = await answerReport(client, { reportId, body: { status, answer } });
      return { redirect: `${path}?node=${encodeURIComponent(nodeId)}&done=answered` };
    },
  },
});

const States = ({ chosen }: { chosen: ManagedReport['status'] }) => {
  const href = useHref();
  return (
    <p class="facts">
      {reportStatuses.map((status) => (
        <a
          key={status}
          href={href(`${path}?status=${status}`)}
          aria-current={status === chosen ? 'page' : undefined}
        >
          {statusWords[status].text}
        </a>
      ))}
    </p>
  );
};

/** To the node that an answered report was about, which leaves the list. */
const ModerateLink = ({ nodeId }: { nodeId: string }) => {
  const href = useHref();
  return (
    <p>
      <a href={href(`/moderate/nodes/${encodeURIComponent(nodeId)}`)}>
        Moderate <bdi>{nodeId}</bdi>
      </a>
    </p>
  );
};

interface ReportedProps {
  report: ManagedReport;
  state: FormState | undefined;
}

const Reported = ({ report, state }: ReportedProps) => {
  const href = useHref();
  const { id, node_id: nodeId, version, reason, text, status, answer, created_at: at, reporter } = report;
  const place =
    version === undefined ? `/moderate/nodes/${encodeURIComponent(nodeId)}` : versionPath(nodeId, version);
  return (
    <article class="card">
      <h2>
        <a href={href(place)}>
          <bdi>{nodeId}</bdi> {version}
        </a>
      </h2>
      <p>
        <span class="tag">{reasonWords[reason]}</span>
      </p>
      <p class="lines" dir="auto">
        {text}
      </p>
      <p class="facts">
        <span>
          by <bdi>{reporter.name}</bdi>{' '}
          <a href={href(`/moderate/users?q=${encodeURIComponent(reporter.email)}`)}>{reporter.email}</a>
        </span>
        <Day time={at} />
        <a href={href(`/moderate/nodes/${encodeURIComponent(nodeId)}`)}>Moderate the node</a>
      </p>
      {answer !== undefined && (
        <p class="lines" dir="auto">
          <strong>Answer:</strong> {answer}
        </p>
      )}
      {status === 'ReportStatusOpen' && (
        <Form name="answer" which={id} state={state} label={`Answer about ${nodeId}`}>
          <Field
            name="answer"
            label="Answer"
            hint="Who reported it reads it, and nobody else but moderators."
            rows={3}
            isRequired
            maxLength={limits.reportCharsMax}
          />
          <Field
            name="to"
            label="It is"
            options={[
              ['resolved', 'resolved: something was done'],
              ['dismissed', 'dismissed: nothing is done'],
            ]}
          />
          <div>
            <button class="main" name="do" value="answer">
              Send answer
            </button>
          </div>
        </Form>
      )}
    </article>
  );
};
