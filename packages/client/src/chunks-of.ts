/** The bytes of a response as they arrive. Some browsers cannot iterate over a stream. */
export const chunksOf = async function* ({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader();
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) yield part.value;
  } finally {
    await reader?.cancel();
  }
};
