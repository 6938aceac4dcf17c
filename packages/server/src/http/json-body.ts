import { limits } from '@patchbay/contract';
import { decodeUnicode } from '@patchbay/contract/workflow';
import { type FastifyInstance, type FastifyRequest, errorCodes } from 'fastify';
import { ApiError, invalidValue } from '../errors.ts';
import { heavyTurn } from '../limits/heavy-turn.ts';
import { formFields, readBytes } from './read-body.ts';
import { countNothing } from './rates/limit-rates.ts';

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openArray, openObject] = [0x5b, 0x7b];

/** What JSON costs to parse, as far as it can be told without parsing it. */
interface JsonCounts {
  /** Of all objects together. */
  keys: number;
  /** Lists and objects. */
  containers: number;
}

/** Counts in a fraction of the time that parsing takes. Of bytes that are no JSON the counts mean nothing. */
const countJson = (json: Uint8Array): JsonCounts => {
  let keys = 0;
  let containers = 0;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === colon) keys += 1;
    if (byte === openArray || byte === openObject) containers += 1;
    if (byte !== quote) continue;
    index += 1;
    while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1;
  }
  return { keys, containers };
};

/**
 * The fields of a form, or why it is refused. A field without a value counts as not sent, and none may be sent twice
 * (RFC 6749, section 3.2).
 */
const readForm = (text: string): Readonly<Record<string, string>> | ApiError => {
  const sent = formFields(text);
  if (sent instanceof Error) return sent;
  const fields = [...sent].filter(([, value]) => value !== '');
  const form = Object.fromEntries(fields);
  return Object.keys(form).length === fields.length
    ? form
    : invalidValue('', 'The form has a field twice. Send each field once.', 'must have each field once');
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Shorter bodies are parsed at once, without being counted. */
const longBytes = 32 * 1024;

/** The content type that clients send with a POST without a body. */
const formMediaType = 'application/x-www-form-urlencoded';

/**
 * Accepts only JSON bodies, and forms if the endpoint takes them; an empty form counts as no body. Bytes that are not
 * UTF-8 are refused, because decoding would replace them. Zero bytes count as no body, because clients declare a type
 * even if they send nothing.
 */
export const registerJsonBody = (app: FastifyInstance, arrivalMs: number): void => {
  const parse = jsonParser(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const { bodyLimit: bytesMax, config } = request.routeOptions;
    const { countBody = countNothing } = config;
    // A body that is refused for its length is not read.
    countBody(request, Number(request.headers['content-length'] ?? 0), (refusal) => {
      if (refusal !== undefined) return done(refusal);
      readBytes(payload, { bytesMax, arrivalMs }, (error, bytes) => {
        if (error === undefined) parse(request, bytes, done);
        else done(error);
      });
    });
  });
  app.addContentTypeParser(formMediaType, (request, payload, done) => {
    const { bodyLimit, config } = request.routeOptions;
    const bytesMax = config.takesForms === true ? bodyLimit : 0;
    readBytes(payload, { bytesMax, arrivalMs }, (error, bytes) => {
      if (error === undefined) {
        const form = bytes.length === 0 ? undefined : readForm(bytes.toString());
        return form instanceof Error ? done(form) : done(null, form);
      }
      const isUnexpected = bytesMax === 0 && isTooLarge(error);
      done(isUnexpected ? new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(formMediaType) : error);
    });
  });
};

type Done = (error: Error | null, body?: unknown) => void;

/** Parses the bytes of a body that has arrived whole, within the limits of its endpoint. */
export const jsonParser = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  return (request: FastifyRequest, bytes: Buffer, done: Done): void => {
    if (bytes.length === 0) return done(null, undefined);
    const read = (): void => {
      const text = textOf(request, bytes);
      if (typeof text !== 'string') done(text);
      else if (request.routeOptions.config.isRawJson === true) done(null, text);
      else void parse(request, text, done);
    };
    const { countBody = countNothing } = request.routeOptions.config;
    countBody(request, bytes.length, (refusal) => {
      if (refusal !== undefined) done(refusal);
      else if (bytes.length < longBytes) read();
      else void heavyTurn().then(read);
    });
  };
};

/** The text of a body, or why it is refused without being parsed. */
const textOf = ({ routeOptions: { config } }: FastifyRequest, sent: Buffer): string | Error => {
  const isUtf16 = config.isRawJson === true && (sent[0] === 0xfe || sent[0] === 0xff);
  const bytes = isUtf16 ? Buffer.from(decodeUnicode(sent)) : sent;
  if (bytes.length >= longBytes) {
    const { bodyKeysMax: keysMax = limits.bodyKeysMax } = config;
    const { keys, containers } = countJson(bytes);
    if (keys > keysMax) return tooMany('keys', keysMax);
    if (containers > limits.bodyContainersMax) return tooMany('lists and objects', limits.bodyContainersMax);
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY();
  }
};

const isTooLarge = (error: Error): boolean => error instanceof ApiError && error.code === 'body_too_large';

const tooMany = (what: string, max: number): ApiError =>
  invalidValue(
    '',
    `The body has more than ${max} ${what}. Send less in one request.`,
    `must hold at most ${max} ${what} in all`,
  );
