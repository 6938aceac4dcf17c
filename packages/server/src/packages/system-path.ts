/** Where the system keeps its programs. The environment of the wrappers holds nothing else, that of a reader nothing. */
export const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin';
