/** Names and addresses of this machine, as a URL writes them. */
const loopback = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname);
