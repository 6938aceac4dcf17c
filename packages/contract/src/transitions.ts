/** Who makes a transition: members of the publisher, a moderator, or the server's own checks and deadlines. */
export type Mover = 'publisher' | 'moderator' | 'server';

export interface Transition {
  resource: 'Node' | 'NodeVersion' | 'Publisher' | 'AppNode' | 'Report';
  field: 'status' | 'policy' | 'app_node_extract_status';
  from: string;
  to: string;
  by: readonly Mover[];
  when: string;
}

const move =
  (resource: Transition['resource'], field: Transition['field'], prefix: string) =>
  (from: string, to: string, by: readonly Mover[], when: string): Transition => ({
    resource,
    field,
    from: prefix + from,
    to: prefix + to,
    by,
    when,
  });

const version = move('NodeVersion', 'status', 'NodeVersionStatus');
const extract = move('NodeVersion', 'app_node_extract_status', '');
const node = move('Node', 'status', 'NodeStatus');
const publisher = move('Publisher', 'status', 'PublisherStatus');
const report = move('Report', 'status', 'ReportStatus');
const policy = move('AppNode', 'policy', 'AppNodePolicy');

/** All transitions. Any other is `illegal_transition`. Served at `GET /transitions`. */
export const transitions: readonly Transition[] = [
  version('Pending', 'Active', ['server'], 'the checks of the package passed'),
  version(
    'Pending',
    'Flagged',
    ['server'],
    'the checks of the package found something, or it is the first version of its publisher and waits for a moderator',
  ),
  version('Pending', 'Deleted', ['publisher'], 'withdrawn before it was checked'),
  version('Pending', 'Banned', ['moderator'], 'with a reason'),
  version('Active', 'Flagged', ['moderator'], 'with a reason'),
  version('Active', 'Banned', ['moderator'], 'with a reason'),
  version('Active', 'Deleted', ['publisher'], 'no longer offered; the number stays taken'),
  version('Flagged', 'Active', ['moderator'], 'with a reason'),
  version('Flagged', 'Banned', ['moderator'], 'with a reason'),
  version('Flagged', 'Pending', ['publisher', 'moderator'], 'asked to check its package again'),
  version('Flagged', 'Deleted', ['publisher'], 'no longer offered; the number stays taken'),
  version('Banned', 'Active', ['moderator'], 'with a reason'),
  version(
    'Banned',
    'Deleted',
    ['server'],
    'its package never came: when the ban is lifted, or at the deadline',
  ),
  version('Deleted', 'Active', ['moderator'], 'within 30 days, with a reason; after that it is final'),

  extract('pending', 'success', ['server'], 'definitions were found in the package'),
  extract('pending', 'failed', ['server'], 'the package could not be read'),
  extract('pending', 'unsupported', ['server'], 'the package holds no definitions'),
  extract('success', 'pending', ['publisher', 'moderator'], 'asked to read it again'),
  extract('failed', 'pending', ['publisher', 'moderator'], 'asked to read it again'),
  extract('unsupported', 'pending', ['publisher', 'moderator'], 'asked to read it again'),

  node('Active', 'Deleted', ['publisher', 'moderator'], 'no longer offered'),
  node('Deleted', 'Active', ['publisher', 'moderator'], 'offered again'),
  node('Active', 'Banned', ['moderator'], 'hides all its versions from install, download and bulk'),
  node('Deleted', 'Banned', ['moderator'], 'cannot be offered again'),
  node('Banned', 'Active', ['moderator'], 'restores what was there before'),
  node('Banned', 'Deleted', ['server'], 'the ban is lifted of one that was deleted before'),

  publisher('Active', 'Banned', ['moderator'], 'all its nodes read as banned and no write is taken'),
  publisher('Banned', 'Active', ['moderator'], 'restores what was there before'),

  policy('Active', 'LocalOnly', ['publisher', 'moderator'], 'may only run on the local machine'),
  policy('LocalOnly', 'Active', ['publisher', 'moderator'], 'may run anywhere'),
  policy('Active', 'Banned', ['moderator'], 'must not be used'),
  policy('LocalOnly', 'Banned', ['moderator'], 'must not be used'),
  policy('Banned', 'Active', ['moderator'], 'may run anywhere'),
  policy('Banned', 'LocalOnly', ['moderator'], 'may only run on the local machine'),

  report('Open', 'Resolved', ['moderator'], 'something was done about it, as the answer says'),
  report('Open', 'Dismissed', ['moderator'], 'nothing is done about it, as the answer says'),
  report('Resolved', 'Dismissed', ['moderator'], 'answered anew'),
  report('Dismissed', 'Resolved', ['moderator'], 'answered anew'),
];
