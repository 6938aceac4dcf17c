import { StringDecoder } from 'node:string_decoder';
import type { Call } from '../call.ts';
import { requireToken, tokenOfEnvironment } from '../credentials/credentials.ts';
import { signInByDevice } from './sign-in-by-device.ts';

/** More than any token. Input without a line feed is read only up to this size. */
const charsMax = 8_192;

/** The first line of an input, without the space around it. */
const readFirstLine = async (input: AsyncIterable<string | Uint8Array>): Promise<string> => {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for await (const chunk of input) {
    text += typeof chunk === 'string' ? chunk : decoder.write(chunk);
    if (text.includes('\n') || text.length > charsMax) break;
  }
  return (text.split('\n')[0] ?? '').trim();
};

/** The token to sign in with: of standard input, of the environment, or of a session that somebody approves. */
export const obtainToken = async (call: Call, registry: string, isOnStdin: boolean): Promise<string> => {
  const { stdin } = call.context;
  if (isOnStdin && call.isInteractive) {
    return requireToken(await call.ask('--token-stdin', (prompts) => prompts.secret('Token')), 'The answer');
  }
  if (isOnStdin) return requireToken(await readFirstLine(stdin), 'The first line of standard input');
  const ofEnvironment = tokenOfEnvironment(call.context);
  if (ofEnvironment !== undefined) return requireToken(ofEnvironment, 'PATCHBAY_TOKEN');
  return signInByDevice(call, registry);
};
