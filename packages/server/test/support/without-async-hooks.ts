// Loaded before the tests. node:test follows every promise with hooks of async_hooks, to name the test that an uncaught
// error comes from, which costs processor time at every await. Without them such an error still fails the
// run, under the name of its file. Nothing else here uses the hooks.
import { type AsyncHook, createHook } from 'node:async_hooks';

const prototype = Object.getPrototypeOf(createHook({})) as AsyncHook;
prototype.enable = function () {
  return this;
};
