// Loaded before the runner. To know the test that code runs in, the runner follows every promise by a hook, which takes
// a fifth of the suite's processor time. The context that Node.js carries along in any case says the same.
import hooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks';

const currentTest = new AsyncLocalStorage<number>();
const { createHook, executionAsyncId } = hooks;
// oxlint-disable-next-line typescript/unbound-method -- it is called on the resource that it was called on.
const { runInAsyncScope } = AsyncResource.prototype;
let runner: HookCallbacks = {};

/** The runner exports no class of its resources. Of all resources, only those hold tests. */
const isTest = (resource: AsyncResource): boolean => 'subtests' in resource;

AsyncResource.prototype.runInAsyncScope = function (run, self, ...args) {
  if (!isTest(this)) return runInAsyncScope.call(this, run as never, self, ...args) as never;
  const id = this.asyncId();
  runner.init?.(id, 'Test', executionAsyncId(), this);
  const runHere = () => currentTest.run(id, () => run.apply(self as never, args));
  return runInAsyncScope.call(this, runHere) as never;
};

const unused: ReturnType<typeof createHook> = { enable: () => unused, disable: () => unused };
Object.assign(hooks, {
  createHook: (callbacks: HookCallbacks) => {
    runner = callbacks;
    return unused;
  },
  executionAsyncId: () => currentTest.getStore() ?? executionAsyncId(),
});
await import('node:test');
Object.assign(hooks, { createHook, executionAsyncId });
