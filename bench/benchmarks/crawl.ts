import { openFixture } from '../fixture/open-fixture.ts';
import { type Requests, publishes } from '../fixture/requests.ts';
import { runLoad } from '../load/run-load.ts';
import type { Row } from '../report/row.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import { throughput } from './throughput.ts';

const pageSize = 30;
const publishesPerSecond = 1;
const downloadsPerSecond = 100;

/** A crawl of the catalogue while others publish and download, against the same crawl of an undisturbed server. */
export const crawl: Benchmark = async ({ settings, engines }) => {
  const rows: Row[] = [];
  for (const engine of engines) {
    // Every download comes from an address of its own, so that every one counts.
    await using fixture = await openFixture({ engine, environment: { TRUST_PROXY: 'yes' } });
    const { port } = fixture.process;
    const pages = await pagesOf(port);
    const seconds = settings.seconds * 2;
    let client = 0;
    const downloads = (count: number): Requests => ({
      requests: Array.from({ length: count }, (_, index) => ({
        method: 'GET',
        path: `/nodes/filled-${index % 100}/install`,
        headers: { 'x-forwarded-for': addressOf((client += 1)) },
      })),
      bodies: [],
    });
    const disturb = () => {
      const open = (requests: Requests, perSecond: number) =>
        runLoad({
          port,
          ...requests,
          connections: 4,
          loop: { kind: 'open', seconds, perSecond },
        });
      return Promise.all([
        open(publishes(fixture, seconds * publishesPerSecond), publishesPerSecond),
        open(downloads(seconds * downloadsPerSecond), downloadsPerSecond),
      ]);
    };
    const read = () => throughput(fixture.process, pages, { ...settings, seconds });
    rows.push(
      ...(await compare(
        {
          task: `crawl, ${pageSize} a page, under ${publishesPerSecond} publish and ${downloadsPerSecond} downloads a second`,
          unit: 'pages/s',
          better: 'higher',
          rounds: settings.rounds,
        },
        { name: 'the same crawl alone', measure: read },
        {
          name: `ours, ${engine.name}`,
          measure: async () => {
            const [pagesPerSecond] = await Promise.all([read(), disturb()]);
            return pagesPerSecond;
          },
        },
      )),
    );
  }
  return rows;
};

const pagesOf = async (port: number): Promise<Requests> => {
  const response = await fetch(`http://127.0.0.1:${port}/nodes?limit=${pageSize}`);
  const { totalPages } = (await response.json()) as { totalPages: number };
  return {
    requests: Array.from({ length: totalPages }, (_, index) => ({
      method: 'GET',
      path: `/nodes?limit=${pageSize}&page=${index + 1}`,
    })),
    bodies: [],
  };
};

const addressOf = (client: number): string =>
  `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
