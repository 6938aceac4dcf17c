// Loaded into the server before its own code: says how long its main thread was held in one go, whenever SIGUSR2 asks.
// In processor time, so that it is the same on a machine that does other things besides.
const intervalMs = 2;
let longestMs = 0;
let before = process.threadCpuUsage();

setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (user + system) / 1_000);
}, intervalMs).unref();

process.on('SIGUSR2', () => {
  process.stderr.write(`held ${longestMs.toFixed(1)} ms\n`);
  longestMs = 0;
});
