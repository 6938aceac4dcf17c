import { limits } from '@patchbay/contract';
import { ApiError } from '../errors.ts';

const { queryParametersMax: max } = limits;

/** The refusal of a URL with too many parameters. Its router parses them before anything else bounds the request. */
export const refusalOfQuery = (url: string): ApiError | undefined => {
  const isFew = url.length <= max || url.split('&', max + 1).length <= max;
  if (isFew) return undefined;
  return new ApiError('uri_too_long', `The URL has more than ${max} parameters. Split the request.`);
};
