import {
  type GetStatisticsReply,
  type QueuedVersion,
  getStatistics,
  listCheckRules,
  listNodes,
  listReviewQueue,
} from '@patchbay/client';
import { dayOf, daysBetween } from '@patchbay/contract/days';
import { BarChart } from '../../components/bar-chart.tsx';
import { RankChart } from '../../components/rank-chart.tsx';
import { RowsByDay } from '../../components/rows-by-day.tsx';
import { formatCompact, formatCount, formatDay } from '../../format.ts';
import { sumOf } from '../../sum-of.ts';
import { moderation } from './moderation.tsx';

const dayMs = 24 * 60 * 60_000;
const queueMax = 100;
const ranksMax = 10;

/** What happened lately, what waits and for how long, and what the rules of the checks hold. */
export const statistics = moderation({
  path: '/moderate/statistics',
  show: async ({ client }) => {
    const [counted, waiting, { rules }, { nodes }] = await Promise.all([
      getStatistics(client),
      listReviewQueue(client, { limit: queueMax }),
      listCheckRules(client),
      listNodes(client, { sort: 'downloads;desc', limit: ranksMax }),
    ]);
    const days = daysBetween(counted.from, counted.to);
    const held = rules
      .filter(({ shadow, held }) => !shadow && held > 0)
      .toSorted((one, other) => other.held - one.held);
    return {
      title: 'Statistics',
      body: (
        <>
          <h1>Statistics</h1>
          <p class="quiet">Days in UTC, complete since {formatDay(counted.since)}.</p>
          <div class="charts">
            {perDay.map(([action, title]) => (
              <BarChart key={action} title={title} bars={changesOf(counted, action)} format={formatCount} />
            ))}
            <BarChart
              title="Downloads per day"
              bars={days.map((label) => ({
                label,
                value: countOn(counted.downloads, label),
              }))}
              format={formatCount}
            />
            <RowsByDay
              title="Refused packages per day"
              days={days}
              rows={refusalsOf(counted.refusals, days)}
              format={formatCount}
            />
            <RankChart
              title={`Age of the ${waiting.total > queueMax ? `oldest ${queueMax}` : 'versions'} in the queue`}
              bars={agesOf(waiting.versions)}
            />
            <RankChart
              title="Versions that one rule alone held"
              bars={held.slice(0, ranksMax).map(({ rule, held }) => ({ label: rule, value: held }))}
              format={formatCount}
            />
            <RankChart
              title="Most downloaded nodes"
              bars={nodes.flatMap(({ id, downloads }) =>
                downloads > 0 ? [{ label: id, value: downloads }] : [],
              )}
              format={formatCompact}
            />
          </div>
        </>
      ),
    };
  },
});

const perDay = [
  ['package.stored', 'Packages published per day'],
  ['version.moderated', 'Decisions on versions per day'],
  ['user.created', 'Sign-ups per day'],
] as const;

const countOn = (counts: readonly { day: string; count: number }[], day: string): number =>
  counts.find((row) => row.day === day)?.count ?? 0;

/** The changes of a kind, from the first day whose changes are all counted. */
const changesOf = ({ since, to, counts }: GetStatisticsReply, action: string) => {
  const days = counts.filter((row) => row.action === action);
  return daysBetween(dayOf(since), to).map((label) => ({ label, value: countOn(days, label) }));
};

/** By the rule that was broken, the one broken most often first. */
const refusalsOf = (refusals: GetStatisticsReply['refusals'], days: readonly string[]) =>
  [...Map.groupBy(refusals, ({ rule }) => rule)]
    .map(([label, counts]) => ({
      label,
      values: days.map((day) => countOn(counts, day)),
    }))
    .toSorted((one, other) => sumOf(other.values) - sumOf(one.values));

const ages = [
  ['Less than a day', 1],
  ['1 to 3 days', 3],
  ['3 to 7 days', 7],
  ['7 to 30 days', 30],
  ['Longer', Infinity],
] as const;

const agesOf = (versions: readonly QueuedVersion[]) =>
  ages.map(([label, daysMax], index) => {
    const daysMin = ages[index - 1]?.[1] ?? -Infinity;
    const value = versions.filter(({ createdAt }) => {
      const age = (Date.now() - Date.parse(createdAt)) / dayMs;
      return age >= daysMin && age < daysMax;
    }).length;
    return { label, value };
  });
