import { unclaimedPublisherId } from '@patchbay/contract';

/** Whether this is the publisher of the nodes that nobody has claimed. It has no members. */
export const isUnclaimed = (publisherId: string): boolean => publisherId === unclaimedPublisherId;
