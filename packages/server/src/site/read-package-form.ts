import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { limits } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';
import { ApiError, bodyTooLarge } from '../errors.ts';
import { copyOfPart } from '../http/copy-of-part.ts';
import { interrupted, late } from '../http/read-bytes.ts';
import { watchArrival } from '../http/watch-arrival.ts';

const fieldsMax = 20;
const partHeadBytesMax = 8 * 1024;

type Done = (error: Error | null, fields?: URLSearchParams) => void;

/**
 * Reads the fields of a form up to its file. The request goes on as soon as the file begins, so that nothing of it is
 * kept for a visitor who may not send it; what answers the form reads `request.package` as it comes.
 */
export const readPackageForm = (
  request: FastifyRequest,
  payload: IncomingMessage,
  arrivalMs: number,
  done: Done,
): void => {
  watchArrival(request.raw, arrivalMs);
  const form = openForm(request);
  if (form === undefined) return done(broken());
  const fields = new URLSearchParams();
  let isOver = false;
  const end: Done = (error) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    done(error, fields);
  };
  const fail = (error: Error): void => {
    request.package?.destroy(error);
    end(error);
  };
  const timer = setTimeout(() => fail(late(arrivalMs)), arrivalMs);
  form.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) fail(bodyTooLarge(limits.bodyBytesMax));
    else fields.append(name, value);
  });
  form.on('file', (_name, part) => {
    part.on('error', () => fail(broken()));
    if (isOver) return part.resume();
    request.package = copyOfPart(part);
    end(null);
  });
  form.on('fieldsLimit', () => fail(broken())).on('filesLimit', () => fail(broken()));
  form.on('finish', () => end(null)).on('error', () => fail(broken()));
  payload.once('aborted', () => fail(interrupted()));
  payload.pipe(form);
};

/** Undefined if the head of the request names no boundary. */
const openForm = ({ headers }: FastifyRequest): InstanceType<typeof Busboy> | undefined => {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        files: 1,
        fields: fieldsMax,
        fieldSize: limits.bodyBytesMax,
        headerPairs: fieldsMax,
        headerSize: partHeadBytesMax,
      },
    });
  } catch {
    return undefined;
  }
};

const broken = (): ApiError =>
  new ApiError(
    'invalid_request',
    'The form is broken, or has more than one file. Open its page and send it again.',
  );
