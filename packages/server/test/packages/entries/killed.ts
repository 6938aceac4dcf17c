// A reader that its package brings down.
process.stdin.once('data', () => process.abort());
