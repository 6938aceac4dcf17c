import assert from 'node:assert/strict';

interface Event {
  id: string;
  data: string;
}

/** A stream of Server-Sent Events, read one by one. */
export const openEvents = async (url: string, lastEventId?: string) => {
  const connection = new AbortController();
  const response = await fetch(url, {
    signal: connection.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });
  assert.equal(response.status, 200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let id = lastEventId ?? '';
  const next = async (): Promise<Event> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end === -1) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
        if (done) throw new Error('the stream ended');
        text += value;
        continue;
      }
      const fields = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const valueOf = (name: string) =>
        fields.find((field) => field.startsWith(`${name}: `))?.slice(name.length + 2);
      id = valueOf('id') ?? id;
      const data = valueOf('data');
      if (data !== undefined) return { id, data };
    }
  };
  return {
    headers: response.headers,
    /** The next event. Rejects once the stream has ended. */
    next,
    /** The position behind what was read. */
    get id() {
      return id;
    },
    cut: async (): Promise<void> => {
      connection.abort();
      await reader?.closed.catch(() => undefined);
    },
  };
};
