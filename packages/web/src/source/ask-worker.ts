import { sourceBounds } from './source-bounds.ts';

/** The answer of a worker to one question; undefined if it fails or takes too long, which ends it. */
export const askWorker = <Answer>(url: string, question: unknown): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    const worker = new Worker(url, { type: 'module' });
    const end = (answer: Answer | undefined): void => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(() => end(undefined), sourceBounds.workerMsMax);
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => end(data));
    worker.addEventListener('error', () => end(undefined));
    worker.postMessage(question, []);
  });
