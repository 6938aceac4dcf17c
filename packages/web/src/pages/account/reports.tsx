import { type Report, listMyReports } from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { Day } from '../../components/day.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { Pager } from '../../components/pager.tsx';
import { nodeLinks } from '../../node-links.ts';
import { page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import { reasonWords, statusWords } from '../../report-words.ts';
import { useHref } from '../../visit.ts';

/** What the visitor reported, and what the moderators answer. */
export const reportsPage = page({
  path: '/account/reports',
  audience: 'person',
  show: async ({ client, query }) => {
    const {
      reports,
      page: number,
      totalPages,
    } = await listMyReports(client, {
      page: readNumber(query, 'page', 1),
      limit: 25,
    });
    return {
      title: 'Your reports',
      body: (
        <>
          <AccountNav />
          <section>
            <h1>Your reports</h1>
            <DoneNote />
            {reports.length === 0 && number === 1 && (
              <p class="quiet">You have reported nothing. The page of each node has a link to do so.</p>
            )}
            <ul class="list">
              {reports.map((report) => (
                <Sent key={report.id} {...report} />
              ))}
            </ul>
            <Pager page={number} totalPages={totalPages} />
          </section>
        </>
      ),
    };
  },
});

const Sent = ({ node_id: nodeId, version, reason, text, status, answer, created_at: at }: Report) => {
  const href = useHref();
  const { text: word, tone } = statusWords[status];
  return (
    <li>
      <div>
        <a href={href(nodeLinks(nodeId).node)}>
          <bdi>{nodeId}</bdi>
        </a>{' '}
        {version} <span class={`tag ${tone}`.trim()}>{word}</span>
        <p class="facts">
          <span>{reasonWords[reason]}</span>
          <Day time={at} />
        </p>
        <p class="lines" dir="auto">
          {text}
        </p>
        {answer !== undefined && (
          <p class="lines" dir="auto">
            <strong>Answer:</strong> {answer}
          </p>
        )}
      </div>
    </li>
  );
};
